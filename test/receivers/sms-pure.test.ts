// The parts of SMS that need no provider: the alphabet, the parts that are paid for, what an answer means, and what SMS
// have cost.
import { describe, expect, test } from 'vitest';
import type { KeyValueStore } from '../../src/monitor/alerts/ports.ts';
import { smsAnswer } from '../../src/receivers/africas-talking/answer.ts';
import { createDailyCost, parseCost } from '../../src/receivers/africas-talking/cost.ts';
import { cutToParts, partsOf, transliterate } from '../../src/receivers/africas-talking/gsm7.ts';
import { smsText } from '../../src/receivers/africas-talking/message.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import { firingAlert, memoryShelf } from '../support/delivering.ts';

// 3GPP TS 23.038, 6.2.1, by its code points: row 0 of each column first.
const TABLE = [
  '@Δ 0¡P¿p',
  '£_!1AQaq',
  '$Φ"2BRbr',
  '¥Γ#3CScs',
  'èΛ¤4DTdt',
  'éΩ%5EUeu',
  'ùΠ&6FVfv',
  "ìΨ'7GWgw",
  'òΣ(8HXhx',
  'ÇΘ)9IYiy',
  '\nΞ*:JZjz',
  'Ø+;KÄkä',
  'øÆ,<LÖlö',
  'æ-=MÑmñ',
  'Åß.>NÜnü',
  'åÉ/?O§oà',
].join('');

describe('the alphabet of plain SMS', () => {
  test('has the signs of its standard, each of one septet', () => {
    expect(transliterate(TABLE)).toBe(TABLE);
    expect(new Set(TABLE).size).toBe(126); // all but the carriage return and the escape
    for (const sign of TABLE) expect(partsOf(sign.repeat(160))).toBe(1);
    for (const sign of TABLE) expect(partsOf(sign.repeat(161))).toBe(2);
  });

  test('has some more, of two septets each', () => {
    for (const sign of '^{}\\[~]|€') {
      expect(transliterate(sign)).toBe(sign);
      expect(partsOf(sign.repeat(80)), sign).toBe(1);
      expect(partsOf(sign.repeat(81)), sign).toBe(2);
    }
  });

  test.each([
    ['‘’‛`´', "'''''"],
    ['‚', ','],
    ['“”„«»', '"""""'],
    ['‹›', '<>'],
    ['‐‑‒–—―−', '-------'],
    ['•·×÷', '*.x/'],
    ['a\tb', 'a b'],
    ['çđĐłŁı', 'cdDlLi'],
    ['œŒðþ', 'oeOEdth'],
    ['→←≥≤≠', '-><->=<=!='],
    ['₦₵°', 'NGNGHS deg'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['ĞŠẞ', 'GS?'],
    ['ﬁ', 'fi'],
    ['漢字', '??'],
    ['\u200b\u200d', ''],
    ['a\u2028b', 'a b'],
    ['', ''],
  ])('%j is told as %j', (text, told) => {
    expect(transliterate(text)).toBe(told);
  });
});

test('a fraction is told with its stroke', () => {
  expect(transliterate('½')).toBe('1/2');
});

describe('parts', () => {
  test.each([
    [0, 1],
    [160, 1],
    [161, 2],
    [306, 2],
    [307, 3],
    [459, 3],
    [460, 4],
  ])('%i signs take %i', (length, parts) => expect(partsOf('a'.repeat(length))).toBe(parts));

  test.each([
    [160, 1, 'a'.repeat(160)],
    [161, 1, `${'a'.repeat(157)}...`],
    [306, 2, 'a'.repeat(306)],
    [307, 2, `${'a'.repeat(303)}...`],
    [161, 2, 'a'.repeat(161)],
  ])('%i signs are cut to %i parts as late as may be', (length, most, cut) => {
    expect(cutToParts('a'.repeat(length), most)).toBe(cut);
  });

  test('a sign of two septets is left out whole', () => {
    expect(cutToParts(`${'a'.repeat(155)}€${'b'.repeat(9)}`, 1)).toBe(`${'a'.repeat(155)}€...`);
    expect(cutToParts(`${'a'.repeat(156)}€${'b'.repeat(9)}`, 1)).toBe(`${'a'.repeat(156)}...`);
  });

  test('the link is told where the text with it has room in the parts', () => {
    const page = 'https://float.example.com';
    const alert = (length: number) =>
      firingAlert('Low', {
        annotations: { summary: 'x'.repeat(length) },
        value: null,
        threshold: null,
        firingAt: 1,
      });
    const title = 'FIRING Low: acme-ug/UGX/MERCHANT_PAYOUT\n'.length;
    const link = `\n${page}/alerts/0123456789abcdef`.length;
    const room = 160 - title - link;
    expect(smsText(alert(room), page, 1)).toMatch(/x\nhttps:\/\/float\.example\.com\/alerts\/[0-9a-f]{16}$/);
    expect(smsText(alert(room + 1), page, 1)).toMatch(/x$/);
    expect(smsText(alert(room), '', 1)).toMatch(/x$/);
    expect(smsText(alert(400), page, 1)).toMatch(/x\.\.\.$/);
  });

  test('the reason, the value and the threshold are told, and nothing else that is known', () => {
    const alert = firingAlert('Low', {
      phase: 'inactive',
      reason: 'removed',
      resolvedAt: 5,
      value: '7',
      threshold: '9',
    });
    expect(smsText({ ...alert, labels: { team: 'ops' } }, '', 3)).toBe(
      [
        'RESOLVED Low: acme-ug/UGX/MERCHANT_PAYOUT',
        'low',
        'Reason: it is no longer configured',
        'Value: 7',
        'Threshold: 9',
      ].join('\n'),
    );
  });
});

describe('what an answer means', () => {
  const NOON = Date.parse('2026-03-02T12:00:00Z');
  const delivery = (change: Partial<Delivery>): Delivery => ({
    ...{ outcome: 'ok', status: 201, detail: null, sent: true, body: '', headers: {}, ...change },
  });
  const read = (body: unknown, change: Partial<Delivery> = {}, repeat = false) =>
    smsAnswer(delivery({ body: typeof body === 'string' ? body : JSON.stringify(body), ...change }), {
      ...{ now: NOON, repeat, scrub: (text) => text.replaceAll('canary', '***') },
    });
  const of = (recipient: object | null, Message?: unknown) => ({
    SMSMessageData: { Message, ...(recipient && { Recipients: [recipient] }) },
  });
  const none = { noBalance: false, cost: undefined };

  test.each([100, 101, 102])('%i: it was taken', (statusCode) => {
    expect(read(of({ statusCode, status: 'Success', messageId: 'AT1', cost: 'KES 0.8000' }))).toEqual({
      verdict: { kind: 'done', messageId: 'AT1' },
      noBalance: false,
      cost: parseCost('KES 0.8000'),
    });
  });

  test.each([
    [99, 'permanent'],
    [103, 'permanent'],
    [401, 'permanent'],
    [404, 'permanent'],
    [406, 'permanent'],
    [499, 'permanent'],
    [500, 'temporary'],
    [501, 'temporary'],
    [502, 'permanent'],
  ])('%i: it was refused, %s', (statusCode, kind) => {
    expect(read(of({ statusCode, status: 'No canary' }))).toEqual({
      verdict: { kind, detail: `${statusCode} No ***` },
      ...none,
    });
  });

  test('405, or a message that says so: the provider has no balance', () => {
    expect(read(of({ statusCode: 405, status: 'InsufficientBalance' }))).toEqual({
      verdict: { kind: 'temporary', detail: '405 InsufficientBalance' },
      ...{ noBalance: true, cost: undefined },
    });
    for (const said of ['InsufficientBalance', 'Insufficient Balance', 'an insufficient balance'])
      expect(read(of(null, said))).toEqual({
        verdict: { kind: 'temporary', detail: `405 ${said}` },
        ...{ noBalance: true, cost: undefined },
      });
  });

  test('a message without recipients is a refusal, without secrets, in one line of 200 signs', () => {
    expect(read(of(null, 'InvalidSenderId canary')).verdict).toEqual({
      kind: 'permanent',
      detail: 'InvalidSenderId ***',
    });
    const { verdict } = read(of(null, `a\u0000\u001b\nb ~${'x'.repeat(300)}`));
    expect(verdict).toEqual({ kind: 'permanent', detail: `a b ~${'x'.repeat(195)}` });
  });

  test.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['without data', {}],
    ['data of another kind', { SMSMessageData: 'x' }],
    ['an empty message', of(null, '')],
    ['a message of another kind', of(null, 7)],
    ['no list', { SMSMessageData: { Recipients: {} } }],
    ['a code as text', of({ statusCode: '101' })],
  ])('%s: nobody knows, and it is repeated only if that is wished', (_what, body) => {
    const detail = 'no answer that it gives';
    expect(read(body)).toEqual({
      verdict: { kind: 'unknown', detail: `${detail}; it may have been sent, and is not repeated` },
      ...none,
    });
    expect(read(body, {}, true)).toEqual({ verdict: { kind: 'temporary', detail }, ...none });
  });

  test.each([
    [
      'no answer came after it was sent',
      { outcome: 'deadline', status: null, detail: 'late' },
      'deadline: late',
    ],
    ['the connection broke', { outcome: 'connect', status: null }, 'connect: '],
    ['a gateway had no answer', { outcome: 'server_error', status: 504, detail: '504' }, 'server_error: 504'],
  ] as const)('where %s, nobody knows', (_what, change, detail) => {
    expect(read('', change)).toEqual({
      verdict: { kind: 'unknown', detail: `${detail}; it may have been sent, and is not repeated` },
      ...none,
    });
    expect(read('', change, true).verdict.kind).toBe('temporary');
    expect(read('', { ...change, sent: false }).verdict.kind).toBe('temporary');
  });

  test.each([
    ['it was not sent', { outcome: 'connect', status: null, sent: false }, 'temporary'],
    ['the server had an error', { outcome: 'server_error', status: 500 }, 'temporary'],
    ['the key is wrong', { outcome: 'auth', status: 401 }, 'temporary'],
    ['it was refused', { outcome: 'rejected', status: 400 }, 'permanent'],
  ] as const)('where %s, it goes by the status', (_what, change, kind) => {
    expect(read('', change).verdict.kind).toBe(kind);
    expect(read('', change)).toMatchObject({ noBalance: false });
  });
});

describe('a cost', () => {
  test.each([
    ['KES 0.8000', 'KES', '0.8'],
    ['UGX30', 'UGX', '30'],
    [' USD 1.25 ', 'USD', '1.25'],
    ['KES 0', 'KES', '0'],
  ])('%j', (text, currency, amount) => {
    expect(parseCost(text)).toMatchObject({ currency });
    expect(Number(parseCost(text)!.amount)).toBe(Number(amount));
  });
  test.each([
    '',
    '0',
    'KES',
    'KES -1',
    'kes 1',
    'KES  1',
    'KES 1.',
    'KES .5',
    'KESX 1',
    'KE 1',
    'KES 1 x',
    'xKES 1',
  ])('none: %j', (text) => expect(parseCost(text)).toBeUndefined());
});

describe('what SMS may cost on a day', () => {
  const DAY = 86_400_000;
  const today = 20_000 * DAY;
  const at = (limit: string | null, shelf: KeyValueStore = memoryShelf()) =>
    createDailyCost(limit === null ? null : parseCost(limit)!, shelf, 'sms');
  const reached = (limit: string) => `the limit of ${limit} a day is reached`;

  test('is anything, without a limit', () => {
    const cost = at(null);
    cost.add(today, parseCost('KES 1000000'));
    expect(cost.refusal(today)).toBeNull();
  });

  test('is up to the limit: the next one is taken to be as dear as the dearest', () => {
    const cost = at('KES 1234');
    expect(cost.refusal(today)).toBeNull();
    cost.add(today, parseCost('KES 400'));
    cost.add(today, parseCost('KES 34'));
    expect(cost.refusal(today)).toBeNull(); // 434 + 400
    cost.add(today, parseCost('KES 400'));
    expect(cost.refusal(today)).toBeNull(); // 834 + 400: exactly
    cost.add(today, parseCost('KES 1'));
    expect(cost.refusal(today)).toBe(reached('KES 1,234'));
  });

  test('counts those that are under way as the dearest, until they are over', () => {
    const cost = at('KES 10');
    cost.add(today - DAY, parseCost('KES 4'));
    expect(cost.refusal(today)).toBeNull();
    const first = cost.begin();
    expect(cost.refusal(today)).toBeNull(); // 4 under way, and 4 more
    const second = cost.begin();
    expect(cost.refusal(today)).toBe(reached('KES 10'));
    second[Symbol.dispose]();
    expect(cost.refusal(today)).toBeNull();
    first[Symbol.dispose]();
    cost.add(today);
    cost.add(today);
    expect(cost.refusal(today)).toBe(reached('KES 10')); // of a lost answer, the cost is that of the dearest
  });

  test('begins anew with the day of UTC', () => {
    const cost = at('KES 1');
    cost.add(today + DAY - 1, parseCost('KES 1'));
    expect(cost.refusal(today + DAY - 1)).toBe(reached('KES 1'));
    expect(cost.refusal(today + DAY)).toBeNull();
  });

  test.each([
    ['a moment', 1],
    ['a year', 365 * DAY],
  ])('counts for the day of a clock that was set back by %s, and ends with that day', (_, back) => {
    const cost = at('KES 5');
    cost.add(today, parseCost('KES 3'));
    const before = today - back;
    const endOfDay = Math.ceil((before + 1) / DAY) * DAY;
    expect(cost.refusal(before)).toBe(reached('KES 5'));
    expect(cost.refusal(endOfDay - 1)).toBe(reached('KES 5'));
    expect(cost.refusal(endOfDay)).toBeNull();
  });

  test('adds to what was spent before the clock was set back', () => {
    const cost = at('KES 9');
    cost.add(today, parseCost('KES 3'));
    cost.add(today - 1, parseCost('KES 3'));
    expect(cost.refusal(today - 1)).toBeNull();
    cost.add(today - 1, parseCost('KES 1'));
    expect(cost.refusal(today - 1)).toBe(reached('KES 9'));
  });

  test('is refused where the provider bills in another currency', () => {
    const cost = at('KES 1000');
    cost.add(today, parseCost('UGX 5'));
    expect(cost.refusal(today)).toBe('the limit of a day is in KES, and the provider bills UGX');
    cost.add(today);
    expect(cost.refusal(today)).toContain('bills UGX');
  });

  test('is kept on this machine, for each receiver by itself', () => {
    const shelf = memoryShelf();
    at('KES 5', shelf).add(today, parseCost('KES 3'));
    expect([...shelf.loadStates()]).toEqual([
      ['cost/sms', JSON.stringify({ day: 20_000, amount: '3', dearest: '3', currency: 'KES' })],
    ]);
    expect(at('KES 5', shelf).refusal(today)).toBe(reached('KES 5'));
    expect(createDailyCost(parseCost('KES 5')!, shelf, 'other').refusal(today)).toBeNull();
  });

  test('is known as long as the process lives where it can not be kept', () => {
    const full: KeyValueStore = {
      loadStates: () => new Map(),
      saveStates() {
        throw new Error('the disk is full');
      },
    };
    const cost = at('KES 5', full);
    cost.add(today, parseCost('KES 3'));
    expect(cost.refusal(today)).toBe(reached('KES 5'));
  });
});
