// The settings of the receivers: which must be given, and what those are that are left out.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../src/config/json-schema.ts';
import { RECEIVER_SECTIONS, receiverSettings } from '../../src/config/schema/schema-receivers.ts';

const file = z.object(receiverSettings);
const schema = z.toJSONSchema(file, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Each kind with what must be given, as an example. A secret may also stand in a file, so nothing is said of it here. */
const KINDS: readonly (readonly [kind: string, needed: Readonly<Record<string, unknown>>, others: object])[] =
  [
    ['webhook', {}, { hmac_secret: null, allow_insecure_http: false }],
    ['slack', { channel: '#float' }, { url: 'https://slack.com/api' }],
    ['slack_webhook', {}, { format: 'blocks', allow_insecure_http: false }],
    ['pagerduty', {}, { url: 'https://events.pagerduty.com' }],
    [
      'jira_service_management',
      {},
      { url: 'https://api.atlassian.com/jsm/ops/integration/v2/alerts', api_key_file: null },
    ],
    ['telegram', { chat_id: '-100' }, { message_thread_id: null, url: 'https://api.telegram.org' }],
    ['teams', {}, { allow_insecure_http: false }],
    [
      'email',
      { host: 'mail.example.com', from: 'a@example.com', to: ['b@example.com'] },
      { port: 587, tls: 'starttls', username: null, password: null },
    ],
    [
      'africas_talking',
      { username: 'sandbox', to: ['+256700000000'] },
      { from: null, max_parts: 2, max_cost_per_day: null, repeat_after_lost_answer: false },
    ],
    ['http', { body: {} }, { update_body: null, resolve_body: null, bearer_token: null }],
  ];

test('every kind is tried', () => {
  expect(KINDS.map(([kind]) => kind)).toEqual(RECEIVER_SECTIONS.map(({ kind }) => kind));
});

test.each(KINDS)('%s needs its name and %o, and no more', (kind, needed, others) => {
  const { path } = RECEIVER_SECTIONS.find((section) => section.kind === kind)!;
  const read = (receiver: object) =>
    file.safeParse(path[1] === 'webhooks' ? { webhooks: [receiver] } : { receivers: { [kind]: [receiver] } });
  const { data, error } = read({ name: 'ours', ...needed });
  expect(error).toBeUndefined();
  const [receiver] = (path[1] === 'webhooks' ? data?.webhooks : data?.receivers?.[kind as never]) ?? [];
  expect(receiver).toMatchObject({ name: 'ours', quiet_hours: null, ...needed, ...others });

  const whole: Readonly<Record<string, unknown>> = { name: 'ours', ...needed };
  for (const left of Object.keys(whole)) {
    const { [left]: _, ...rest } = whole;
    const [issue] = read(rest).error?.issues ?? [];
    expect(issue, left).toMatchObject({ message: expect.stringMatching(/^is required: /) });
    expect(issue?.path.at(-1)).toBe(left);
  }

  const list = path[1] === 'webhooks' ? schema.properties?.['webhooks'] : schema.properties?.['receivers'];
  const section = path[1] === 'webhooks' ? list?.items : list?.properties?.[kind]?.items;
  expect(new Set(section?.required)).toEqual(new Set(Object.keys(whole))); // an editor says the same
});
