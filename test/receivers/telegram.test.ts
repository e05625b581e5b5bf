// Against the parameters and the errors that Telegram documents, kept in fixtures/.
import { expect, test } from 'vitest';
import { telegramText } from '../../src/receivers/telegram/message.ts';
import { telegram } from '../../src/receivers/telegram/telegram.ts';
import { endedAlert, firingAlert, until } from '../support/delivering.ts';
import { hostileAlert, type Provider, type ProviderAnswer, playing, receiverContract } from './contract.ts';
import documented from './fixtures/telegram.json' with { type: 'json' };

const error = (name: keyof typeof documented.errors): ProviderAnswer => {
  const body = documented.errors[name];
  return { status: body.error_code, body };
};
const provider: Provider = {
  create: (url, context) =>
    telegram.create(
      { token: { reveal: () => '1:canary' }, chat_id: '-100', message_thread_id: null, url },
      context,
    ),
  accepted: { status: 200, body: { ok: true, result: { message_id: 42 } } },
  tooMany: { ...error('tooMany'), waitMs: 1_000 },
  refused: error('chatNotFound'),
  kindOf: (body) => /^<b>(\w+)/.exec(JSON.parse(body).text)![1]!,
  kinds: ['FIRING', 'RESOLVED'],
};

receiverContract('telegram', provider);

const methods = (accepted: readonly { readonly path: string }[]) =>
  accepted.map(({ path }) => path.split('/').at(-1));

test('R5 AM#5227 the message is changed, twice if need be, and a critical end is answered as well', async () => {
  let alert = firingAlert('Low', { severity: 'critical' });
  await using it = await playing(provider, { alerts: () => [alert] });
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  alert = { ...alert, value: '0' };
  it.receiver.tell([alert]);
  await until(() => expect(methods(it.accepted)).toEqual(['sendMessage', 'editMessageText']));
  alert = endedAlert(alert);
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(4));
  expect(methods(it.accepted).slice(2)).toEqual(['editMessageText', 'sendMessage']);
  const bodies = it.accepted.map(({ body }) => JSON.parse(body));
  expect(bodies[2]).toMatchObject({ message_id: 42, chat_id: '-100', parse_mode: 'HTML' });
  expect(bodies[3].reply_parameters).toEqual({ message_id: 42, allow_sending_without_reply: true });
  for (const { path, body } of it.accepted) {
    const known = documented[path.split('/').at(-1) as 'sendMessage'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body))));
    expect(path).toMatch(/^\/bot1:canary\//);
  }
});

test('a message that is gone is sent anew; one that is as it should be is no trouble', async () => {
  await using it = await playing(provider);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  it.answer = ({ url }) => (url!.endsWith('/editMessageText') ? error('editNotFound') : provider.accepted);
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(methods(it.accepted)).toEqual(['sendMessage', 'sendMessage']));

  it.answer = () => provider.accepted;
  const other = firingAlert('Other');
  it.receiver.tell([other]);
  await until(() => expect(it.accepted).toHaveLength(3));
  it.answer = () => error('notModified');
  it.receiver.tell([endedAlert(other)]);
  await until(() => expect(it.told).toEqual(['ok', 'ok', 'ok', 'ok']));
});

test('a group that became a supergroup is followed', async () => {
  await using it = await playing(provider);
  it.answer = (_, body) => (JSON.parse(body).chat_id === '-100' ? error('migrated') : provider.accepted);
  it.receiver.tell([firingAlert()]);
  await until(() => expect(it.told).toEqual(['ok']));
  expect(JSON.parse(it.accepted[0]!.body).chat_id).toBe(-123456789);
});

test.each([
  ['kicked', 'permanent'],
  ['unauthorized', 'temporary'],
] as const)('%s is %s', async (name, kind) => {
  await using it = await playing(provider);
  it.answer = () => error(name);
  expect(await it.receiver.test()).toMatchObject({ kind });
});

test('R4 AM#2923 nothing from outside is markup, and no markup is ever cut', () => {
  const text = telegramText(hostileAlert(), 'https://float.example.com');
  expect(text.replace(/<\/?b>|<a href="[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
  for (const length of [10, 2_799, 2_800, 2_801, 9_000]) {
    const labels = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`label_${i}`, '<&>'.repeat(40)]));
    const annotations = { summary: '<'.repeat(length), runbook_url: 'https://float.example.com/runbook#low' };
    const whole = telegramText(
      firingAlert('L'.repeat(64), { annotations, labels }),
      'https://float.example.com',
    );
    const shown = whole.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '_');
    expect(shown.length).toBeLessThanOrEqual(4_096);
    expect(whole.match(/<b>/g)).toHaveLength(whole.match(/<\/b>/g)!.length);
    expect(whole.endsWith('</a>')).toBe(true);
  }
});
