// What a poll of payment options changes of what is known, row by row; that it is stored is in payment-options.test.ts.
import { describe, expect, test } from 'vitest';
import type { PaymentOption } from '../../../src/domain/payment-option.ts';
import { applySeen } from '../../../src/store/ledger/payment-option-state.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';
import { option, optionPoll } from '../../support/options.ts';

const SCHEMA = '"floatwatch"' as Schema;
const SLOT = Date.parse('2026-07-20T12:00:00Z');
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

const rowOf = (id: number, of: PaymentOption, more: object = {}) => ({
  ...{ account_id: 7, option_id: id, currency: of.currency, transaction_type: of.transactionType },
  ...{ transaction_method: of.transactionMethod, provider_code: of.providerCode },
  ...{ provider_name: of.providerName, method_name: of.methodName, active: of.active },
  ...{ exposable: of.exposable, min_amount: of.min, max_amount: of.max, max_daily_amount: of.maxDaily },
  ...{ prefixes: of.prefixes, last_seen: null, vanished_at: null, ...more },
});
const A = option({ providerCode: 'A' });
const B = option({ providerCode: 'B' });

interface Known {
  readonly rows: readonly ReturnType<typeof rowOf>[];
  /** When the poll before was observed; `null`: this is the first. `undefined`: this one is not the newest. */
  readonly before?: number | null | undefined;
}

/** What polls change: the statements with rows, by kind, and their values. */
async function changed(seen: readonly ReturnType<typeof optionPoll>[], { rows, before = SLOT }: Known) {
  const asked: { readonly kind: string; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    const kind = /^\s*(INSERT INTO|UPDATE|DELETE FROM|SELECT)[\s\S]*?"floatwatch"\.(\w+)/.exec(text)!;
    const what = `${kind[1]!.split(' ')[0]} ${kind[2]}`;
    asked.push({ kind: what, values });
    if (what === 'SELECT payment_option') return rows;
    if (what === 'INSERT payment_option_seen') return before === null ? [{ account_id: 7 }] : [];
    if (what === 'UPDATE payment_option_seen')
      return before === null || before < 0 ? [] : [{ account_id: 7, before_observed_at: new Date(before) }];
    if (what !== 'INSERT payment_option') return [];
    const codes = values[5] as readonly string[];
    return codes.map((providerCode, i) => rowOf(100 + i, option({ providerCode })));
  };
  await applySeen({ query } as unknown as Queryable, SCHEMA, {
    seen: seen.map((observation) => ({ accountId: 7, observation, staleAt: observation.slot + MINUTE })),
    now: SLOT,
  });
  const of = (kind: string) => asked.filter((each) => each.kind === kind).map(({ values }) => values);
  /** As `option field before after`. */
  const changes = of('INSERT payment_option_change').flatMap(([, ids, , , fields, was, is]) =>
    (ids as readonly number[]).map(
      (id, i) => `${id} ${[fields, was, is].map((each) => (each as readonly unknown[])[i]).join(' ')}`,
    ),
  );
  /** As `option`, when it was last seen, when it vanished. */
  const updates = of('UPDATE payment_option').map(([, ids, lastSeen, vanishedAt]) => [
    ids,
    lastSeen,
    vanishedAt,
  ]);
  return { changes, updates, asked, of };
}

describe('a poll of payment options', () => {
  const poll = (options: readonly PaymentOption[], more: object = {}) => [optionPoll(SLOT, options, more)];
  const OBSERVED = iso(SLOT + 350);
  const EARLIER = new Date(SLOT - 9);

  test.each<
    [what: string, seen: ReturnType<typeof poll>, rows: Known['rows'], changes: string[], updates: unknown[]]
  >([
    ['that saw what is known changes nothing', poll([A, B]), [rowOf(1, A), rowOf(2, B)], [], []],
    [
      'tells what is different',
      poll([{ ...A, active: false }]),
      [rowOf(1, A)],
      ['1 active true false'],
      [[[1], [null], [null]]],
    ],
    [
      'tells nothing of what may be shown, and stores it',
      poll([{ ...A, exposable: false }]),
      [rowOf(1, A)],
      [],
      [[[1], [null], [null]]],
    ],
    [
      'tells what it lacks',
      poll([A]),
      [rowOf(1, A), rowOf(2, B)],
      ['2 present true false'],
      [[[2], [iso(SLOT)], [OBSERVED]]],
    ],
    [
      'tells nothing of what it lacks since longer',
      poll([A]),
      [rowOf(1, A), rowOf(2, B, { last_seen: EARLIER, vanished_at: EARLIER })],
      [],
      [],
    ],
    [
      'tells what is there again',
      poll([A]),
      [rowOf(1, A, { last_seen: EARLIER, vanished_at: EARLIER })],
      ['1 present false true'],
      [[[1], [null], [null]]],
    ],
    [
      'tells nothing of what can be read again',
      poll([A]),
      [rowOf(1, A, { last_seen: EARLIER })],
      [],
      [[[1], [null], [null]]],
    ],
    [
      'keeps what it could not read, and since when',
      poll([], { unreadable: [{ ...A, reason: 'malformed' }] }),
      [rowOf(1, A)],
      [],
      [[[1], [iso(SLOT)], [null]]],
    ],
    [
      'keeps the same once',
      poll([], { unreadable: [{ ...A, reason: 'malformed' }] }),
      [rowOf(1, A, { last_seen: EARLIER })],
      [],
      [],
    ],
    [
      'keeps when it was last seen, where it vanishes after that',
      poll([]),
      [rowOf(1, A, { last_seen: EARLIER })],
      ['1 present true false'],
      [[[1], [iso(SLOT - 9)], [OBSERVED]]],
    ],
    ['tells what is new', poll([A, B]), [rowOf(1, A)], ['100 present false true'], []],
  ])('%s', async (_what, seen, rows, changes, updates) => {
    const told = await changed(seen, { rows });
    expect({ changes: told.changes, updates: told.updates }).toEqual({ changes, updates });
  });

  test('which is the first makes all of it known, and nothing of it is a change', async () => {
    const told = await changed(poll([A, B]), { rows: [], before: null });
    expect(told.changes).toEqual([]);
    expect(told.of('INSERT payment_option').map((values) => values[5])).toEqual([['A', 'B']]);
  });

  test('which is older than another changes nothing, and is not compared', async () => {
    const { asked } = await changed(poll([A]), { rows: [], before: -1 });
    expect(asked.map(({ kind }) => kind)).toEqual([
      'INSERT payment_option_seen',
      'UPDATE payment_option_seen',
    ]);
    expect(asked[1]!.values).toEqual([
      ...['{7}', `{${iso(SLOT)}}`, `{${OBSERVED}}`, `{${iso(SLOT + MINUTE)}}`, iso(SLOT + MINUTE)],
    ]);
  });

  test('is applied after those of earlier slots, one after another', async () => {
    const later = optionPoll(SLOT + MINUTE, [A]);
    const { asked } = await changed([later, ...poll([A])], { rows: [rowOf(1, A)] });
    const slots = asked
      .filter(({ kind }) => kind === 'UPDATE payment_option_seen')
      .map(({ values }) => values[1]);
    expect(slots).toEqual([`{${iso(SLOT)}}`, `{${iso(SLOT + MINUTE)}}`]);
    expect((await changed([], { rows: [] })).asked).toEqual([]);
  });
});

describe('of an account’s two thousand options', () => {
  const many = (count: number, vanished: number) =>
    Array.from({ length: count }, (_, i) => {
      const at = new Date(SLOT - i * MINUTE); // the last ones are gone for the longest time
      return rowOf(
        i + 1,
        option({ providerCode: `P${i}` }),
        i < count - vanished ? {} : { last_seen: at, vanished_at: at },
      );
    });
  const poll = (rows: number) =>
    optionPoll(SLOT, [
      ...Array.from({ length: rows }, (_, i) => option({ providerCode: `P${i}` })),
      ...['N0', 'N1', 'N2'].map((providerCode) => option({ providerCode })),
    ]);

  test.each([
    ['new ones fill the room', 1_997, 0, ['N0', 'N1', 'N2'], []],
    ['what there is no room for takes the place of the longest gone', 1_999, 5, ['N0'], [1_999, 1_998]],
    ['or of none', 2_000, 0, [], []],
    ['or of as many as there are', 2_000, 1, [], [2_000]],
  ])('%s', async (_what, count, vanished, made, replaced) => {
    const { of } = await changed([poll(count - vanished)], { rows: many(count, vanished) });
    expect(of('INSERT payment_option').map((values) => values[5])).toEqual(made.length > 0 ? [made] : []);
    expect(of('DELETE payment_option_change').map((values) => values[1])).toEqual(
      replaced.length > 0 ? [replaced] : [],
    );
  });
});
