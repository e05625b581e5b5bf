// Against the parameters that Africa's Talking documents and answers as they were recorded, kept in fixtures/.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { africasTalking } from '../../src/receivers/africas-talking/africas-talking.ts';
import { createDailyCost, parseCost } from '../../src/receivers/africas-talking/cost.ts';
import { cutToParts, partsOf, transliterate } from '../../src/receivers/africas-talking/gsm7.ts';
import { smsText } from '../../src/receivers/africas-talking/message.ts';
import { createPoster } from '../../src/receivers/delivery/post.ts';
import { fakeReceiver } from '../support/alertmanager.ts';
import { endedAlert, firingAlert, memoryShelf, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import {
  hostileAlert,
  inMemory,
  type Provider,
  type ProviderAnswer,
  playing,
  receiverContract,
} from './contract.ts';
import documented from './fixtures/africas-talking.json' with { type: 'json' };

type Settings = Parameters<typeof africasTalking.create>[0];

const SETTINGS: Omit<Settings, 'url'> = {
  api_key: { reveal: () => 'canary' },
  username: 'acme',
  to: ['+256700000001'],
  from: null,
  max_parts: 2,
  max_cost_per_day: null,
  repeat_after_lost_answer: false,
};

const providerOf = (change: Partial<Settings> = {}): Provider => ({
  create: (url, context) =>
    africasTalking.create({ ...SETTINGS, url: `${url}/version1/messaging`, ...change }, context),
  accepted: { status: 201, body: documented.sent },
  tooMany: { status: 429, headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: recipientCode(403),
  kindOf: (body) => new URLSearchParams(body).get('message')!.split(' ')[0]!,
  kinds: ['FIRING', 'RESOLVED'],
});
const provider = providerOf();

/** A success of HTTP whose one recipient has this code. */
function recipientCode(code: keyof typeof documented.codes | number): ProviderAnswer {
  const [recipient] = documented.sent.SMSMessageData.Recipients;
  const status = documented.codes[String(code) as '100'];
  const Recipients = [{ ...recipient, statusCode: Number(code), status, cost: '0', messageId: 'None' }];
  return { status: 201, body: { SMSMessageData: { Message: 'Sent to 0/1 Total Cost: 0', Recipients } } };
}

receiverContract('africas_talking', providerOf({ repeat_after_lost_answer: true }));

test('the form has documented parameters alone, and the key stands in its header', async () => {
  await using it = await playing(providerOf({ from: 'ACME' }));
  it.receiver.tell([firingAlert()]);
  await until(() => expect(it.accepted).toHaveLength(1));
  const form = new URLSearchParams(it.accepted[0]!.body);
  expect(documented.parameters).toEqual(expect.arrayContaining([...form.keys()]));
  expect(Object.fromEntries(form)).toMatchObject({
    ...{ username: 'acme', to: '+256700000001', from: 'ACME', bulkSMSMode: '1' },
    message: expect.stringContaining('FIRING PayoutFloatLow: acme-ug/UGX/MERCHANT_PAYOUT\nlow\nValue: 1'),
  });
  expect(it.server.requests[0]!.headers).toMatchObject({
    apikey: 'canary',
    accept: 'application/json', // it also knows XML, which nobody reads here
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(it.accepted[0]!.body).not.toContain('canary');
});

test('what is critical alone, unless it says otherwise', () => {
  expect(africasTalking.only).toEqual(['critical']);
});

describe('R6 2xx that says no', () => {
  test.each(Object.entries(documented.codes))('recipient %s %s', async (code) => {
    await using it = await playing(provider);
    it.answer = () => recipientCode(code as '100');
    const kind = { 1: 'done', 4: code === '405' ? 'temporary' : 'permanent', 5: 'temporary' }[code[0]!];
    expect(await it.receiver.test()).toMatchObject({ kind: code === '502' ? 'permanent' : kind });
  });

  test('a sender that is not known has no recipients', async () => {
    await using it = await playing(provider);
    it.answer = () => ({ status: 201, body: documented.invalidSender });
    expect(await it.receiver.test()).toEqual({ kind: 'permanent', detail: 'InvalidSenderId' });
  });

  test.each([
    ['a cost as a number', { cost: 0.8 }],
    ['no cost', { cost: null }],
  ])('an SMS that was taken is done, whatever stands beside: %s', async (_, change) => {
    await using it = await playing(provider);
    const [recipient] = documented.sent.SMSMessageData.Recipients;
    const body = { SMSMessageData: { Recipients: [{ ...recipient, ...change }] } };
    it.answer = () => ({ status: 201, body });
    expect(await it.receiver.test()).toMatchObject({ kind: 'done' });
  });

  test.each([
    [{ SMSMessageData: { Message: 'InvalidSenderId', Recipients: null } }, 'InvalidSenderId'],
    [{ SMSMessageData: { Recipients: [{ statusCode: 403, status: 7 }] } }, '403 '],
  ])('an answer that is none of its own is refused in words: %j', async (body, detail) => {
    await using it = await playing(provider);
    it.answer = () => ({ status: 201, body });
    expect(await it.receiver.test()).toEqual({ kind: 'permanent', detail });
  });

  test('a wrong key may be mended', async () => {
    await using it = await playing(provider);
    it.answer = () => ({ status: 401, body: documented.invalidKey });
    expect(await it.receiver.test()).toMatchObject({ kind: 'temporary' });
  });
});

test('each number by itself: what one refuses is not sent to the other again', async () => {
  const two = providerOf({ to: ['+256700000001', '+256700000002'] });
  await using it = await playing(two);
  const numberOf = (body: string) => new URLSearchParams(body).get('to');
  let failures = 2;
  it.answer = (_, body) =>
    numberOf(body) === '+256700000002' && failures-- > 0 ? recipientCode(501) : two.accepted;
  const alert = firingAlert();
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(2));
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(it.accepted).toHaveLength(4));
  const sent = Map.groupBy(it.accepted, ({ body }) => numberOf(body));
  for (const [, messages] of sent) expect(messages.map(({ kind }) => kind)).toEqual(['FIRING', 'RESOLVED']);
  expect(it.server.requests).toHaveLength(6);
});

test('each number by itself: an answer that one waits for in vain breaks off nothing of the other', async () => {
  const two = providerOf({ to: ['+256700000001', '+256700000002'] });
  const told: string[] = [];
  let answer = () => {};
  const server = await fakeReceiver((_, body, response) => {
    const number = new URLSearchParams(body).get('to'); // the first one waits for ever
    if (number === '+256700000002')
      answer = () => void response.writeHead(201).end(JSON.stringify(documented.sent));
    return undefined;
  });
  const patience = [500, 60_000]; // of whom asks for a poster first, and of all others
  const receiver = two.create(
    server.url,
    receiverContext({
      poster: (options) => createPoster({ ...options, timeoutMs: patience.shift() ?? 60_000 }),
      times: { firstRetryMs: 20, spacingMs: 0 },
      onDelivery: (_, result) => void told.push(result),
    }),
  );
  receiver.tell([firingAlert()]);
  await until(() => expect(server.requests).toHaveLength(2));
  await until(() => expect(told).toEqual(['dropped'])); // it may have been sent
  answer();
  await until(() => expect(told).toEqual(['dropped', 'delivered']));
  await receiver.stop();
  await server[Symbol.asyncDispose]();
});

test('under which names its messages wait, and are found on the page of an alert', async () => {
  await using it = await playing(providerOf({ to: ['+256700000001', '+256700000002'] }));
  expect(it.receiver.queues).toEqual(['ops/+256700000001', 'ops/+256700000002']);
});

describe('a lost answer', () => {
  test('after it may have been sent: not again, told as dropped, and the end is sent', async () => {
    const dropped: string[] = [];
    await using it = await playing(provider, {
      onDelivery: (_, result, detail) => void (result === 'dropped' && dropped.push(detail ?? '')),
    });
    it.answer = () => 'lost';
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(dropped).toHaveLength(1));
    expect(dropped[0]).toContain('may have been sent');
    it.answer = () => provider.accepted;
    it.receiver.tell([alert]); // as after a restart
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual(['FIRING', 'RESOLVED']));
    expect(it.server.requests).toHaveLength(2);
  });

  test.each([
    ['cut off behind its status', ''],
    ['of something that stands before it', '<html>hello</html>'],
    ['that names nobody', { SMSMessageData: { Message: 7, Recipients: {} } }],
    ['without a code', { SMSMessageData: { Recipients: [{ status: 'Success', cost: 'KES 0.8000' }] } }],
  ])('%s: it may have been sent as well', async (_, body) => {
    const shelf = memoryShelf();
    createDailyCost(null, shelf, 'ops').add(Date.now() - 2 * 86_400_000, parseCost('KES 0.8'));
    await using it = await playing(provider, { shelf });
    it.answer = () => ({ status: 201, body });
    expect(await it.receiver.test()).toMatchObject({ kind: 'unknown' });
    expect(shelf.loadStates().get('cost/ops')).toContain('"amount":"0.8"');
    await using repeating = await playing(providerOf({ repeat_after_lost_answer: true }));
    repeating.answer = it.answer;
    expect(await repeating.receiver.test()).toMatchObject({ kind: 'temporary' });
  });

  test('that nobody has taken it is told until one is taken', async () => {
    const outbox = sharedOutbox();
    let asked = 0;
    const takenAgo = (receiver: string) => {
      asked++;
      return outbox.takenAgo(receiver);
    };
    await using it = await playing(provider, {
      outbox: { ...outbox, takenAgo },
      times: { firstRetryMs: 20, spacingMs: 0, lookEveryMs: 5 },
    });
    it.answer = () => 'lost';
    it.receiver.tell([firingAlert('Lost')]);
    await until(() => expect(it.told).toHaveLength(1));
    expect(it.receiver.status().trouble).toBe('it can not be reached');
    await until(() => expect(asked).toBeGreaterThan(2));
    expect(it.receiver.status().trouble).toBe('it can not be reached');
    it.answer = () => provider.accepted;
    it.receiver.tell([firingAlert('Taken')]);
    await until(() => expect(it.receiver.status().trouble).toBeNull());
  });

  test('a connection that was never made is tried again', async () => {
    const told: string[] = [];
    const receiver = provider.create('http://127.0.0.1:9', {
      ...receiverContext(),
      times: { firstRetryMs: 10, spacingMs: 0 },
      onDelivery: (_, result) => void told.push(result),
    });
    receiver.tell([firingAlert()]);
    await until(() => expect(told.length).toBeGreaterThan(2));
    await receiver.stop();
    expect(new Set(told)).toEqual(new Set(['failed']));
  });
});

describe('money', () => {
  test('no balance at the provider is told by itself, and over with the next that is taken', async () => {
    await using it = await playing(provider);
    expect(it.receiver.status().credit).toEqual({ exhausted: undefined });
    it.answer = () => recipientCode(405);
    it.receiver.tell([firingAlert()]);
    await until(() =>
      expect(it.receiver.status()).toMatchObject({
        credit: { exhausted: 'the provider has no balance (405 InsufficientBalance)' },
        trouble: null,
      }),
    );
    it.answer = () => provider.accepted;
    expect(await it.receiver.test()).toMatchObject({ kind: 'done' });
    expect(it.receiver.status().credit).toEqual({ exhausted: null });
  });

  test('no balance is over, too, once another replica has sent an SMS, and left this one none to send', async () => {
    const shared = {
      outbox: sharedOutbox(),
      times: { firstRetryMs: 20, lookEveryMs: 20, spacingMs: 0 },
    };
    await using first = await playing(provider, shared);
    first.answer = () => recipientCode(405);
    first.receiver.tell([firingAlert()]);
    await until(() => expect(first.receiver.status().credit?.exhausted).toContain('no balance'));
    await using second = await playing(provider, shared);
    second.receiver.tell([firingAlert('Other')]);
    await until(() => expect(second.accepted).toHaveLength(1));
    await until(() => expect(first.receiver.status().credit).toEqual({ exhausted: null }), 20_000);
  });

  test('nor does a replica hold it that has begun anew, as by a reload that raises the limit, and has none to send', async () => {
    const shared = {
      outbox: sharedOutbox(),
      times: { firstRetryMs: 20, lookEveryMs: 20, spacingMs: 0 },
    };
    await using anew = await playing(provider, shared);
    await using other = await playing(provider, shared);
    other.receiver.tell([firingAlert()]);
    await until(() => expect(other.accepted).toHaveLength(1));
    await until(() => expect(anew.receiver.status().credit).toEqual({ exhausted: null }), 20_000);
    expect(anew.accepted).toHaveLength(0);
  });

  test.each([
    ['one fires', ['FIRING Before', 'FIRING Lasting', 'FIRING Elsewhere', 'RESOLVED Before']],
    ['none fires', ['FIRING Before', 'FIRING Elsewhere', 'RESOLVED Before']],
  ])('what waited for money until its alert was over is not sent; %s', async (fires, sent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = new Map<string, Alert>();
    const outbox = sharedOutbox();
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const change = { outbox, clock, alerts: () => [...world.values()] };
    const it = inMemory(provider, change);
    onTestFinished(async () => await it.receiver.stop());
    const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
    const tell = (alert: Alert): Alert => {
      world.set(alert.fingerprint, alert);
      it.receiver.tell([alert]);
      return alert;
    };
    const begin = (rule: string) => tell(firingAlert(rule, { firingAt: Date.now() }));
    const end = (alert: Alert) => tell({ ...endedAlert(alert), resolvedAt: Date.now() });

    const before = begin('Before');
    await pass(1);
    it.answer = () => recipientCode(405);
    const [first, lasting, over] = [begin('First'), begin('Lasting'), begin('Over')];
    await pass(20);
    const later = begin('Later'); // while nothing is tried
    it.receiver.tell([firingAlert('Elsewhere', { firingAt: Date.now() })]); // only another shard knows it
    await pass(1);
    for (const alert of [before, first, over, later]) end(alert);
    if (fires !== 'one fires') end(lasting);
    it.answer = () => provider.accepted;
    await pass(30);
    expect(it.receiver.status()).toMatchObject({ trouble: null, credit: { exhausted: null } });
    const told = () => it.accepted.map(({ kind, text }) => `${kind} ${/[+ ](\w+)%3A/.exec(text)?.[1]}`);
    expect(told()).toEqual(sent);
    expect(it.dropped).toEqual([]);

    end(begin('Since')); // it didn't wait
    await pass(1);
    expect(told().slice(sent.length)).toEqual(['FIRING Since', 'RESOLVED Since']);
    end(lasting);
    await pass(1);
    expect([...outbox.messages.values()].every(({ state }) => state === 'done')).toBe(true);
  });

  test('each number finds out by itself that there is money, so that none counts as out of reach', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    let world: readonly Alert[] = [];
    const two = providerOf({ to: ['+256700000001', '+256700000002'] });
    const it = inMemory(two, { clock, alerts: () => world });
    onTestFinished(async () => await it.receiver.stop());
    it.answer = () => recipientCode(405);
    world = ['First', 'Second'].map((rule) => firingAlert(rule, { firingAt: Date.now() }));
    it.receiver.tell(world);
    await vi.advanceTimersByTimeAsync(60_000);
    world = world.map((alert) => ({ ...endedAlert(alert), resolvedAt: Date.now() }));
    it.receiver.tell(world);
    it.answer = () => two.accepted;
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(it.receiver.status()).toEqual({
      failingSince: null,
      trouble: null,
      credit: { exhausted: null },
    });
    const numbers = it.accepted.map(({ kind, text }) => `${kind} ${new URLSearchParams(text).get('to')}`);
    expect(numbers.toSorted()).toEqual([
      'FIRING +256700000001',
      'FIRING +256700000002',
      'RESOLVED +256700000001',
      'RESOLVED +256700000002',
    ]);
  });

  test('a limit of a day: nothing is begun that would go beyond it', async () => {
    await using it = await playing(providerOf({ max_cost_per_day: 'KES 1.7' }));
    it.receiver.tell(Array.from({ length: 4 }, (_, i) => firingAlert(`R${i}`)));
    await until(() =>
      expect(it.receiver.status().credit?.exhausted).toBe('the limit of KES 1.7 a day is reached'),
    );
    expect(it.server.requests).toHaveLength(2); // of 0.8 each
  });

  test('a limit of a day holds for many numbers that are told at once', async () => {
    const to = Array.from({ length: 5 }, (_, i) => `+25670000000${i}`);
    const shelf = memoryShelf();
    const change = { name: 'sms', shelf };
    createDailyCost(null, shelf, 'sms').add(Date.now() - 2 * 86_400_000, parseCost('KES 0.8'));
    await using it = await playing(providerOf({ to, max_cost_per_day: 'KES 1.7' }), change);
    it.receiver.tell([firingAlert()]);
    await until(() => expect(it.told).toHaveLength(5));
    expect(it.told.filter((outcome) => outcome === 'ok')).toHaveLength(2);
  });

  test('the cost is exact, kept over a restart, and begins anew with the day', () => {
    const shelf = memoryShelf();
    const limit = parseCost('KES 0.3')!;
    const day = 20_000 * 86_400_000;
    const first = createDailyCost(limit, shelf, 'sms');
    for (let i = 0; i < 3; i++) {
      expect(first.refusal(day)).toBeNull();
      first.add(day, parseCost('KES 0.1')); // 0.1 + 0.1 + 0.1 is not 0.3 in binary
    }
    expect(first.refusal(day)).not.toBeNull();
    const second = createDailyCost(limit, shelf, 'sms');
    expect(second.refusal(day)).toBe('the limit of KES 0.3 a day is reached');
    expect(second.refusal(day + 86_400_000)).toBeNull();
    second.add(day + 86_400_000, undefined); // a lost answer counts as the dearest
    expect(shelf.loadStates().get('cost/sms')).toContain('"amount":"0.1"');
    second.add(day + 86_400_000, parseCost('UGX 30'));
    expect(second.refusal(day)).toContain('the provider bills UGX');
  });
});

test('D9 what SMS cost stays counted when the clock is set back over midnight, until the next one', () => {
  const day = 20_000 * 86_400_000;
  const cost = createDailyCost(parseCost('KES 0.3')!, memoryShelf(), 'sms');
  for (let i = 0; i < 3; i++) cost.add(day + 1_000, parseCost('KES 0.1'));
  const before = day - 3_600_000;
  expect(cost.refusal(before)).toBe('the limit of KES 0.3 a day is reached');
  expect(cost.refusal(day)).toBeNull();
});

describe('GSM-7', () => {
  test.each([
    ['AM#1700 “low” – it’s…', `AM#1700 "low" - it's...`],
    ['„low“ «low» ‹low›', '"low" "low" <low>'],
    ['Ngũgĩ wa Thiong’o', "Ngugi wa Thiong'o"],
    ['ça coûte 5 €', 'ca coute 5 €'],
    ['Łódź ≥ 5\u00a0000', 'Lodz >= 5 000'],
    ['👩‍💻 ok 漢', '? ok ?'],
    ['e\u0301', 'é'],
  ])('%j becomes %j', (text, expected) => {
    expect(transliterate(text)).toBe(expected);
    expect(transliterate(expected)).toBe(expected);
  });

  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3], // the extended sign goes to the next part whole
  ])('%#: its parts', (text, parts) => expect(partsOf(text)).toBe(parts));

  test('R3 AM#1840 limit −1, 0, +1: cut texts take the parts that they may, whatever they hold', () => {
    const signs = fc.string({
      unit: fc.constantFrom('a', '€', '[', 'é', '\n', '“', '𝕏', '👍🏽'),
      maxLength: 900,
    });
    fc.assert(
      fc.property(signs, fc.integer({ min: 1, max: 5 }), (text, most) => {
        const plain = transliterate(text);
        const cut = cutToParts(plain, most);
        expect(partsOf(cut)).toBeLessThanOrEqual(most);
        expect(transliterate(cut)).toBe(cut);
        if (partsOf(plain) <= most) expect(cut).toBe(plain);
        else expect(cut.endsWith('...')).toBe(true);
      }),
    );
  });

  test('R4 AM#3061 a text from outside is sent in the alphabet, with its link only where that fits whole', () => {
    const text = smsText(hostileAlert(), 'https://float.example.com', 2);
    expect(transliterate(text)).toBe(text);
    expect(text).toMatch(/\nhttps:\/\/float\.example\.com\/alerts\/[0-9a-f]{16}$/);
    const long = firingAlert('Low', { annotations: { summary: 'x'.repeat(900) } });
    expect(smsText(long, 'https://float.example.com', 2)).not.toContain('https');
    expect(partsOf(smsText(long, 'https://float.example.com', 2))).toBe(2);
  });
});
