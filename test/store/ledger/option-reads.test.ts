// What polls of payment options saw, as it is read again from their rows; with a real database it is in payment-options.test.ts.
import { expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { EndedPoll, LedgerContext } from '../../../src/store/ledger/codec.ts';
import { paymentOptionCodec } from '../../../src/store/ledger/payment-option-codec.ts';
import type { OptionRow } from '../../../src/store/ledger/payment-option-rows.ts';
import { option, optionPoll } from '../../support/options.ts';

const SLOT = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const IDS = new Map([
  ['acme-ug', 1],
  ['acme-ke', 2],
  ['new', 3],
]);

function row(accountId: number, providerCode: string, more: Partial<OptionRow> = {}): OptionRow {
  return {
    ...{ account_id: accountId, option_id: 1, currency: 'UGX', transaction_type: 'PAYOUT' },
    ...{ transaction_method: 'MOBILE_MONEY', provider_code: providerCode, provider_name: 'Mango' },
    ...{ method_name: 'Mobile Money', active: true, exposable: true, min_amount: amountOf('500') },
    ...{ max_amount: amountOf('5000000'), max_daily_amount: amountOf('20000000'), prefixes: ['77', '78'] },
    ...{ last_seen: null, vanished_at: null, ...more },
  };
}

function poll(accountId: number, slot = SLOT, more: Partial<EndedPoll> = {}): EndedPoll {
  return {
    ...{ account_id: accountId, slot: new Date(slot), outcome: 'ok', claimed_at: new Date(slot + 50) },
    ...{ started_at: new Date(slot + 100), observed_at: new Date(slot + 350), duration_ms: 250 },
    ...{ http_status: 200, envelope_code: 200, detail: null, unreadable: null, ...more },
  };
}

interface Stored {
  readonly seen?: readonly { readonly account_id: number; readonly slot: Date }[];
  readonly rows?: readonly OptionRow[];
  readonly polls?: readonly EndedPoll[];
}

/** A database with these rows, which notes what is asked of each table. */
function database({ seen = [], rows = [], polls = [] }: Stored) {
  const asked: [table: string, values: readonly unknown[]][] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    const [, table] = /FROM "f"\.(\w+)/.exec(text)!;
    asked.push([table!, values]);
    return { payment_option_seen: seen, payment_option: rows, poll: polls }[table!];
  };
  const context = { pool: { query }, schema: '"f"', ids: { accounts: async () => IDS } };
  return { asked, context: context as unknown as LedgerContext };
}

const named = (account: string, each: EndedPoll) => ({ account, poll: each });
const MANGO = option();
const GONE = option({ providerCode: 'PLUM_UG' });
const lastSeen = new Date(SLOT - 10 * MINUTE);
const twoRows = [row(1, 'MANGO_UG'), row(1, 'PLUM_UG', { last_seen: lastSeen }), row(2, 'KIWI_KE')];

test('the newest successful poll of an account is read with the options that it saw', async () => {
  const { asked, context } = database({ seen: [{ account_id: 1, slot: new Date(SLOT) }], rows: twoRows });
  const polls = [poll(1), poll(1, SLOT - MINUTE), poll(1, SLOT + MINUTE)];
  const unreadable = [{ ...GONE, reason: 'malformed' }];
  expect(await paymentOptionCodec.read(context, [named('acme-ug', polls[0]!)])).toEqual([
    optionPoll(SLOT, [MANGO]),
  ]);
  expect(asked).toEqual([
    ['payment_option_seen', ['{1}']],
    ['payment_option', ['{1}']],
  ]);
  expect(await paymentOptionCodec.read(context, [named('acme-ug', { ...polls[0]!, unreadable })])).toEqual([
    optionPoll(SLOT, [MANGO], { unreadable: unreadable as never }),
  ]);
  const other = polls.slice(1).map((each) => named('acme-ug', each));
  expect(await paymentOptionCodec.read(context, other)).toEqual([]);
});

test('a poll that failed is read without options, whenever it was', async () => {
  const { context } = database({ seen: [{ account_id: 1, slot: new Date(SLOT) }], rows: twoRows });
  const failed = [poll(1, SLOT, { outcome: 'connect' }), poll(1, SLOT + MINUTE, { outcome: 'connect' })];
  const read = await paymentOptionCodec.read(
    context,
    failed.map((each) => named('acme-ug', each)),
  );
  expect(read).toEqual([
    optionPoll(SLOT, [], { outcome: 'connect' }),
    optionPoll(SLOT + MINUTE, [], { outcome: 'connect' }),
  ]);
});

test('an account may have been asked and have no options', async () => {
  const { context } = database({ seen: [{ account_id: 1, slot: new Date(SLOT) }] });
  expect(await paymentOptionCodec.read(context, [named('acme-ug', poll(1))])).toEqual([optionPoll(SLOT, [])]);
});

test('the last of each account is its newest successful poll, and what was no longer seen then', async () => {
  const { asked, context } = database({
    seen: [
      { account_id: 1, slot: new Date(SLOT) },
      { account_id: 2, slot: new Date(SLOT - MINUTE) },
    ],
    rows: [...twoRows, row(1, 'OLD_UG', { last_seen: lastSeen, vanished_at: new Date(SLOT) })],
    polls: [poll(1), poll(2, SLOT - MINUTE)],
  });
  const lost = { lastSeen: SLOT - 10 * MINUTE, vanished: false };
  expect(await paymentOptionCodec.latest(context, ['acme-ke', 'new', 'acme-ug'])).toEqual([
    {
      seen: optionPoll(SLOT - MINUTE, [option({ providerCode: 'KIWI_KE' })], { account: 'acme-ke' }),
      lost: [],
    },
    {
      seen: optionPoll(SLOT, [MANGO]),
      lost: [
        { ...GONE, ...lost },
        { ...option({ providerCode: 'OLD_UG' }), ...lost, vanished: true },
      ],
    },
  ]);
  expect(asked.map(([table]) => table)).toEqual(['payment_option_seen', 'payment_option', 'poll']);
  expect(asked[0]![1]).toEqual(['{2,3,1}']);
  expect(asked[2]![1]).toEqual(['{1,2}', '{2026-03-02T12:00:00.000Z,2026-03-02T11:59:00.000Z}', 'options']);
});

test('of an account whose last poll was dropped nothing is told, and nothing is asked about no accounts', async () => {
  const { asked, context } = database({
    seen: [{ account_id: 1, slot: new Date(SLOT) }],
    rows: twoRows,
    polls: [poll(1, SLOT - MINUTE)],
  });
  expect(await paymentOptionCodec.latest(context, ['acme-ug'])).toEqual([]);
  asked.length = 0;
  expect(await paymentOptionCodec.latest(context, [])).toEqual([]);
  expect(await paymentOptionCodec.latest(context, [], SLOT)).toEqual([]);
  expect(asked).toEqual([]);
});

test('before an instant, what was offered then is known with its poll, and nothing counts as lost', async () => {
  const { asked, context } = database({ rows: twoRows, polls: [poll(1, SLOT - MINUTE)] });
  expect(await paymentOptionCodec.latest(context, ['new', 'acme-ug', 'acme-ke'], SLOT)).toEqual([
    { seen: optionPoll(SLOT - MINUTE, [MANGO, GONE]), lost: [] },
  ]);
  const values = [[3, 1, 2], '2026-03-02T12:00:00.000Z'];
  expect(asked).toEqual([
    ['poll', values],
    ['payment_option', values],
  ]);
  const bare = database({ polls: [poll(2)] });
  expect(await paymentOptionCodec.latest(bare.context, ['acme-ke'], SLOT)).toEqual([
    { seen: optionPoll(SLOT, [], { account: 'acme-ke' }), lost: [] },
  ]);
});

test('what good polls saw is kept; of polls that failed nothing is, and none is left out for want of room', async () => {
  const statements: string[] = [];
  const tx = {
    async query(text: string) {
      statements.push(text);
      return [];
    },
  };
  const staleAt = (_account: string, slot: number) => slot + MINUTE;
  const write = await paymentOptionCodec.prepare({ schema: '"f"', staleAt } as unknown as LedgerContext, []);
  const stored = (observation: ReturnType<typeof optionPoll>) => ({
    ...{ accountId: 1, claim: null, observation, records: 1, unreadable: null, late: false },
  });
  const when = { now: SLOT, mayExist: false };
  const failed = stored(optionPoll(SLOT, [], { outcome: 'connect' }));
  expect(await write(tx as never, [failed], when)).toEqual(new Map());
  expect(statements).toEqual([]);
  expect(await write(tx as never, [stored(optionPoll(SLOT, [MANGO]))], when)).toEqual(new Map());
  expect(statements.length).toBeGreaterThan(0);
  expect(await paymentOptionCodec.relayed({} as LedgerContext, [])).toEqual([]);
});
