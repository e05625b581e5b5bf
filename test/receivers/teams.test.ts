// Against the schema of adaptive cards 1.4, of which fixtures/ has what is used here.
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { teamsMessage } from '../../src/receivers/teams/card.ts';
import { teams } from '../../src/receivers/teams/teams.ts';
import { firingAlert } from '../support/delivering.ts';
import { hostileAlert, type Provider, playing, receiverContract } from './contract.ts';
import schema from './fixtures/adaptive-card-1.4.json' with { type: 'json' };

const cardOf = (body: string) => JSON.parse(body).attachments[0].content;
const provider: Provider = {
  create: (url, context) =>
    teams.create(
      { url: { reveal: () => `${url}/workflows/x?sig=canary` }, allow_insecure_http: false },
      context,
    ),
  accepted: { status: 202, body: '' },
  tooMany: { status: 429, body: '', headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: { status: 400, body: { error: { code: 'WorkflowTriggerIsNotEnabled' } } },
  kindOf: (body) => cardOf(body).body[0].inlines[0].text.split(' ')[0],
  kinds: ['FIRING', 'RESOLVED'],
};

receiverContract('teams', provider);

const annotations = { summary: 'low', runbook_url: 'https://float.example.com/runbook#low' };

test('AM#3920 the card is of version 1.4, and made of what its schema knows', () => {
  const message = teamsMessage(firingAlert('Low', { annotations }), 'https://float.example.com');
  expect(message).toMatchObject({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
  });
  const card = message.attachments[0]!.content;
  expect(card.version).toBe('1.4');
  const check = new Ajv({ strict: false }).compile(schema);
  expect(check(card), JSON.stringify(check.errors)).toBe(true);
  for (const wrong of [
    { ...card, colour: 'x' },
    { ...card, body: [{ type: 'RichTextBlock' }] },
    { ...card, body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'x', color: 'red' }] }] },
    { ...card, actions: [{ type: 'Action.OpenUrl', title: 'nowhere' }] },
  ]) {
    expect(check(wrong)).toBe(false);
  }
});

test('R4 AM#4109 words from outside are runs of text, which is not read as Markdown or HTML', () => {
  const { body } = teamsMessage(hostileAlert(), '').attachments[0]!.content;
  expect(JSON.stringify(body)).not.toContain('"TextBlock"');
  expect(body[1]!.inlines).toEqual([{ type: 'TextRun', text: hostileAlert().annotations['summary'] }]);
});

test.each(['x', '"', '𝕏', '\n'])('R3 AM#2769 a message of many %j is under 28 KB', (sign) => {
  const labels = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`label_${i}`, sign.repeat(3_000)]));
  const alert = firingAlert('Low', { labels, annotations: { summary: sign.repeat(50_000) } });
  expect(Buffer.byteLength(JSON.stringify(teamsMessage(alert, 'https://float.example.com')))).toBeLessThan(
    28_000,
  );
});

test('port and query of the address are kept', async () => {
  await using it = await playing(provider);
  await it.receiver.test();
  expect(it.accepted[0]!.path).toBe('/workflows/x?sig=canary');
});
