import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import { forgetWallet } from '../../../src/store/alerts/forgotten-wallets.ts';
import { quoteSchema } from '../../../src/store/postgres/connection.ts';
import { failure, ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, refusals, type TestDatabase, testDatabase } from '../../support/postgres.ts';

let db: TestDatabase;
const slot = recentSlot();
const due = { account: 'acme-ug', slot };

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() =>
  execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.snapshot_conflict'),
);

const sql = (text: string) => execute(db.url, text);
const openFor = (seconds: number) =>
  sql(`UPDATE floatwatch.poll SET claimed_at = now() - interval '${seconds} seconds'`);

describe('claims', () => {
  test('H1 of two replicas exactly one gets a slot', async () => {
    const replicas = Array.from({ length: 8 }, (_, i) => ledgerOf(db.pool, `replica-${i}`));
    const many = Array.from({ length: 50 }, (_, i) => ({ account: `account-${i}`, slot }));
    const won = (await Promise.all(replicas.map((ledger) => ledger.claim(many)))).flat();
    expect(won).toHaveLength(50);
    expect(new Set(won.map(({ account }) => account)).size).toBe(50);
  });

  test("H1 replicas whose configurations name the accounts in another order do not stand in each other's way", async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => ({ account: `new-${i}`, slot }));
    const [a, b] = ['a', 'b'].map((replica) => ledgerOf(db.pool, replica));
    for (let round = 1; round <= 3; round++) {
      const next = many.map((each) => ({ ...each, slot: slot - round * 60_000 }));
      expect(await refusals([a!.claim(next), b!.claim(next.toReversed())])).not.toContain('40P01');
    }
  });

  test('one statement claims for many accounts and several slots', async () => {
    const both = [due, { account: 'acme-ke', slot: slot - 60_000 }];
    expect(await ledgerOf(db.pool).claim(both)).toEqual(expect.arrayContaining(both));
  });

  test('H5 beside another replica, one whose clock is ahead may not claim before the database says so', async () => {
    const told: number[] = [];
    const hasty = ledgerOf(db.pool, 'hasty', {
      clock: { now: () => Date.now() + 300_000, monotonic: () => performance.now() },
      onClockAhead: (byMs) => told.push(byMs),
    });
    await ledgerOf(db.pool, 'steady').claim([due]);
    expect(await hasty.claim([{ ...due, slot: slot + 300_000 }])).toEqual([]);
    expect(told).toHaveLength(1);
    expect(Math.abs(told[0]! - 300_000)).toBeLessThan(2_000);
    expect(await hasty.claim([{ ...due, slot: slot - 60_000 }])).toHaveLength(1);
  });

  test('H5 alone, it polls all the same: an early poll is better than none', async () => {
    const early = { ...due, slot: slot + 300_000 };
    expect(await ledgerOf(db.pool, 'alone').claim([early])).toEqual([early]);
  });

  test('a claim that never ended is taken over once, by one', async () => {
    await ledgerOf(db.pool, 'dead').claim([due]);
    const heirs = [ledgerOf(db.pool, 'b'), ledgerOf(db.pool, 'c')];
    expect(await heirs[0]!.takeOver([due], 30_000)).toEqual([]); // too young
    await openFor(31);
    const taken = await Promise.all(heirs.map((heir) => heir.takeOver([due], 30_000)));
    expect(taken.flat()).toEqual([due]);
  });

  test('a claim for a slot without a partition makes one', async () => {
    const old = { account: 'acme-ug', slot: Date.UTC(2019, 6, 1) };
    expect(await ledgerOf(db.pool).claim([old])).toEqual([old]);
  });
});

describe('results', () => {
  test('E14 a success replaces a failure that came first, which is kept beside it', async () => {
    const [blind, seeing] = [ledgerOf(db.pool, 'blind'), ledgerOf(db.pool, 'seeing')];
    expect(await blind.complete([failure(slot)])).toEqual(['stored']);
    const seen = observation(slot, { startedAt: slot + 5, wallets: [wallet('7.50')] });
    expect(await seeing.complete([seen, observation(slot - 60_000)])).toEqual(['stored', 'stored']);
    expect(await seeing.complete([seen])).toEqual(['stored']); // once more
    expect(await blind.complete([failure(slot)])).toEqual(['conflict']);
    expect(await sql('SELECT outcome, replica FROM floatwatch.polls WHERE slot = (SELECT max(slot) FROM floatwatch.poll)')).toEqual([{ outcome: 'ok', replica: 'seeing' }]); // biome-ignore format: one statement
    expect(await sql('SELECT available FROM floatwatch.balances ORDER BY slot DESC LIMIT 1')).toEqual([{ available: '7.50' }]); // biome-ignore format: one statement
    expect(await sql('SELECT reason, replica, outcome FROM floatwatch.snapshot_conflict')).toEqual([
      { reason: 'conflict', replica: 'blind', outcome: 'connect' },
    ]);
    const later = observation(slot, { startedAt: slot + 9, wallets: [wallet('9')] });
    expect(await blind.complete([later])).toEqual(['conflict']); // no success replaces another
  });

  test('E14 but not one of a replica whose clock is behind: it saw the account minutes later', async () => {
    const clock = { now: () => Date.now() - 300_000, monotonic: () => performance.now() };
    const behind = ledgerOf(db.pool, 'behind', { clock });
    await ledgerOf(db.pool, 'right').complete([failure(slot)]);
    const seen = observation(slot, { startedAt: slot + 5, wallets: [wallet('7.50')] });
    expect(await behind.complete([seen])).toEqual(['conflict']);
    expect(await sql('SELECT outcome, replica FROM floatwatch.polls')).toEqual([
      { outcome: 'connect', replica: 'right' },
    ]);
  });

  test('are stored digit for digit with their wallets', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([due]);
    const amounts = ['12345678901234567890123456789.10', '-0.000000000000000001', '0', '1E+3'].map((text) =>
      amountOf(text),
    );
    const [available, actual, uncleared, reserve] = amounts as [never, never, never, never];
    const seen = observation(slot, { wallets: [wallet(null, { available, actual, uncleared, reserve })] });
    expect(await ledger.complete([seen])).toEqual(['stored']);
    expect(await sql('SELECT available, actual, uncleared, reserve FROM floatwatch.snapshot')).toEqual([
      { available, actual, uncleared, reserve },
    ]);
    expect(await ledger.ended([due])).toEqual([seen]);
  });

  test('an amount that is not known is null, never zero', async () => {
    await ledgerOf(db.pool).complete([observation(slot, { outcome: 'partial', wallets: [wallet(null)] })]);
    expect(await sql('SELECT available, uncleared FROM floatwatch.snapshot')).toEqual([
      { available: null, uncleared: '0' },
    ]);
  });

  test('of failures close the slot without a snapshot', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([due]);
    expect(await ledger.ended([due])).toEqual([]);
    await ledger.complete([failure(slot)]);
    expect(await ledger.ended([due])).toEqual([failure(slot)]);
    expect(await sql('SELECT FROM floatwatch.snapshot')).toEqual([]);
  });

  test('without a claim, polled while Postgres was away, are stored as they come', async () => {
    expect(await ledgerOf(db.pool).complete([observation(slot), failure(slot - 60_000)])).toEqual([
      'stored',
      'stored',
    ]);
    expect(await sql('SELECT FROM floatwatch.poll WHERE outcome IS NOT NULL')).toHaveLength(2);
  });

  test('leave no claim behind, however they came to their row', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([due]);
    expect(await sql('SELECT FROM floatwatch.poll WHERE claim IS NULL')).toEqual([]);
    await ledger.complete([observation(slot), observation(slot - 60_000)]);
    expect(await sql('SELECT FROM floatwatch.poll WHERE claim IS NULL')).toHaveLength(2);
  });

  test('S7 written twice are stored once, and said to be stored', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([due]);
    const seen = observation(slot);
    expect(await ledger.complete([seen])).toEqual(['stored']);
    expect(await ledger.complete([seen])).toEqual(['stored']);
    expect(await ledgerOf(db.pool, 'after a restart').complete([seen, seen])).toEqual(['stored', 'stored']);
    expect(await sql('SELECT FROM floatwatch.snapshot')).toHaveLength(1);
    expect(await sql('SELECT FROM floatwatch.snapshot_conflict')).toEqual([]);
  });

  test('H4 the first result stands; the other is kept beside it', async () => {
    const [a, b] = [ledgerOf(db.pool, 'a'), ledgerOf(db.pool, 'b')];
    const other = observation(slot, { observedAt: slot + 999, wallets: [wallet('7.10')] });
    expect(await a.complete([observation(slot)])).toEqual(['stored']);
    expect(await b.complete([other, observation(slot - 60_000)])).toEqual(['conflict', 'stored']);
    expect(await b.complete([other])).toEqual(['conflict']);
    expect(await sql('SELECT available FROM floatwatch.snapshot ORDER BY slot DESC LIMIT 1')).toEqual([
      { available: '1250000.50' },
    ]);
    const kept = await sql('SELECT replica, reason, wallets FROM floatwatch.snapshot_conflict');
    expect(kept).toMatchObject([{ replica: 'b', reason: 'conflict', wallets: [{ available: '7.10' }] }]);
  });

  test('two for one slot in one batch are one result and one conflict', async () => {
    const other = observation(slot, { observedAt: slot + 999 });
    expect(await ledgerOf(db.pool).complete([observation(slot), other])).toEqual(['stored', 'conflict']);
  });

  test('H2 a paused replica that wakes up after a take-over changes nothing', async () => {
    const [paused, heir] = [ledgerOf(db.pool, 'paused'), ledgerOf(db.pool, 'heir')];
    await paused.claim([due]);
    await openFor(31);
    await heir.takeOver([due], 30_000);
    expect(await paused.complete([observation(slot, { wallets: [wallet('1')] })])).toEqual(['conflict']);
    expect(await sql('SELECT reason FROM floatwatch.snapshot_conflict')).toEqual([{ reason: 'fenced' }]);
    expect(await heir.complete([observation(slot, { observedAt: slot + 40_000 })])).toEqual(['stored']);
    expect(await paused.complete([observation(slot, { wallets: [wallet('1')] })])).toEqual(['conflict']);
    expect(await sql('SELECT available FROM floatwatch.snapshot')).toEqual([{ available: '1250000.50' }]);
  });

  test('after a restart, a result of the process before fills the row that it had claimed', async () => {
    await ledgerOf(db.pool, 'before').claim([due]);
    expect(await ledgerOf(db.pool, 'after').complete([observation(slot)])).toEqual(['stored']);
    expect(await sql('SELECT replica, outcome FROM floatwatch.poll')).toEqual([
      { replica: 'after', outcome: 'ok' },
    ]);
  });

  test('what comes after the slot was given up as lost is stored after all', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([due]);
    await sql("UPDATE floatwatch.poll SET outcome = 'lost'");
    expect(await ledger.complete([observation(slot)])).toEqual(['stored']);
  });

  test('so is what was seen by one whose heir died: a slot that is lost has no other result', async () => {
    const [paused, heir] = [ledgerOf(db.pool, 'paused'), ledgerOf(db.pool, 'heir')];
    await paused.claim([due]);
    await openFor(31);
    await heir.takeOver([due], 30_000);
    await sql("UPDATE floatwatch.poll SET outcome = 'lost'");
    expect(await paused.complete([observation(slot)])).toEqual(['stored']);
    expect(await sql('SELECT replica, outcome FROM floatwatch.poll')).toEqual([
      { replica: 'paused', outcome: 'ok' },
    ]);
  });

  test('M14 NUL, lone surrogates and endless names are stored, and stay apart', async () => {
    const names = ['A\0B', '\uD800', 'x'.repeat(10_000), `${'x'.repeat(10_000)}y`];
    const wallets = names.map((walletType) => wallet('1', { walletType, exposable: false }));
    const unreadable = [{ currency: 'U\0', walletType: 'x'.repeat(5_000), reason: 'malformed' as const }];
    const ledger = ledgerOf(db.pool);
    const seen = observation(slot, { outcome: 'partial', wallets, unreadable, detail: 'a\0b' });
    expect(await ledger.complete([seen])).toEqual(['stored']);
    expect(await sql('SELECT DISTINCT wallet_id FROM floatwatch.snapshot')).toHaveLength(4);
    expect(await ledger.complete([{ ...seen, slot: slot + 1 }])).toEqual(['stored']);
    expect(await sql('SELECT DISTINCT wallet_id FROM floatwatch.snapshot')).toHaveLength(4);
  });

  test('snapshots that outlived their poll, or name one wallet twice, do not keep a result back', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.complete([observation(slot), observation(slot - 60_000)]);
    await sql('TRUNCATE floatwatch.poll'); // as retention does, when it keeps polls for less long
    const twice = [wallet('9', { walletType: 'A\0' }), wallet('8', { walletType: 'A\uFFFD' })];
    const later = observation(slot + 60_000, { wallets: twice });
    expect(await ledger.complete([observation(slot, { wallets: [wallet('9')] }), later])).toEqual([
      'stored',
      'stored',
    ]);
    expect(await sql('SELECT available FROM floatwatch.snapshot ORDER BY slot')).toEqual([
      { available: '1250000.50' },
      { available: '1250000.50' },
      { available: '9' },
    ]);
  });

  test('a batch of nothing is nothing', async () => {
    expect(await ledgerOf(db.pool).complete([])).toEqual([]);
    expect(await ledgerOf(db.pool).claim([])).toEqual([]);
    expect(await ledgerOf(db.pool).ended([])).toEqual([]);
  });

  test('is written again after the database lost its latest rows, wallets and all', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.complete([observation(slot)]);
    await sql('DELETE FROM floatwatch.wallet');
    await sql('DELETE FROM floatwatch.account');
    await sql('TRUNCATE floatwatch.poll, floatwatch.snapshot');
    await expect(ledger.claim([{ account: 'a\0', slot }])).rejects.toThrow(); // any failure makes it look again
    expect(await ledger.complete([observation(slot)])).toEqual(['stored']);
    expect(await ledger.ended([due])).toEqual([observation(slot)]);
  });
});

// Statistics know the past but not the newest slot, for which the planner then expects a single row.
test('a sweep of four thousand accounts is planned without comparing each with each', {
  tags: 'timed',
}, async () => {
  const ledger = ledgerOf(db.pool);
  const names = Array.from({ length: 4_000 }, (_, i) => `account-${i}`);
  const due = names.map((account) => ({ account, slot }));
  const sweep = names.map((account) => observation(slot, { account, wallets: [] }));
  await ledger.claim(due);
  await sql(`INSERT INTO floatwatch.poll (account_id, slot, operation, claim, claimed_at, replica, outcome)
    SELECT account_id, slot - m * interval '1 minute', operation, claim, claimed_at, replica, 'ok'
    FROM floatwatch.poll, generate_series(1, 15) m`);
  await sql('DELETE FROM floatwatch.poll WHERE outcome IS NULL');
  await sql('VACUUM ANALYZE floatwatch.poll');
  await ledger.claim(due);
  const began = performance.now();
  expect(new Set(await ledger.complete(sweep))).toEqual(new Set(['stored']));
  expect(new Set(await ledger.complete(sweep))).toEqual(new Set(['stored'])); // looked up, not written
  expect(await ledger.ended(due)).toHaveLength(4_000);
  expect(await ledger.takeOver(due, 0)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(4_000); // half a second on a quiet machine
});

describe('a restart begins', () => {
  test('with the last success of each account, with the last failure if it is later, and with what was missing already', async () => {
    const ledger = ledgerOf(db.pool);
    const gone = wallet('5', { walletType: 'MERCHANT_COLLECTION' });
    await ledger.complete([
      observation(slot - 240_000, { wallets: [wallet('1'), gone] }),
      failure(slot - 180_000),
      observation(slot - 120_000, { wallets: [wallet('2')] }),
      failure(slot - 60_000),
      failure(slot, { outcome: 'auth' }),
      observation(slot, { account: 'fine', wallets: [wallet('3')] }),
      failure(slot, { account: 'never' }),
    ]);
    const found = await ledgerOf(db.pool, 'restarted').latest(['acme-ug', 'fine', 'never', 'unheard-of']);
    expect(found.filter(({ account }) => account === 'acme-ug')).toEqual([
      observation(slot - 120_000, { wallets: [wallet('2')] }),
      failure(slot, { outcome: 'auth' }),
      observation(slot - 240_000, { wallets: [wallet('1'), gone] }),
    ]);
    expect(found.filter(({ account }) => account === 'fine')).toHaveLength(1);
    expect(found.filter(({ account }) => account === 'never')).toEqual([failure(slot, { account: 'never' })]);
    expect(found).toHaveLength(5);
  });

  test('with the last balance of each wallet that the service names without it', async () => {
    const ledger = ledgerOf(db.pool);
    const blank = { ...wallet('1'), available: null };
    const other = wallet('5', { walletType: 'MERCHANT_COLLECTION' });
    await ledger.complete([
      observation(slot - 240_000),
      observation(slot - 180_000, { wallets: [wallet('2'), other] }),
      observation(slot - 120_000, { wallets: [blank, other], outcome: 'partial' }),
      observation(slot, { wallets: [blank, other], outcome: 'partial' }),
    ]);
    expect(await ledgerOf(db.pool, 'restarted').latest(['acme-ug'])).toEqual([
      observation(slot, { wallets: [blank, other], outcome: 'partial' }),
      observation(slot - 180_000, { wallets: [wallet('2'), other] }),
    ]);
  });

  test('each missing wallet as it was last, the newest first, and a forgotten one in none of them', async () => {
    const ledger = ledgerOf(db.pool);
    const [early, late] = ['MERCHANT_COLLECTION', 'SERVICE_PAYMENTS'].map((walletType) =>
      wallet('5', { walletType }),
    );
    await ledger.complete([
      observation(slot - 180_000, {
        wallets: [wallet('1'), early!, { ...late!, available: amountOf('20') }],
      }),
      observation(slot - 120_000, { wallets: [wallet('1'), late!] }),
      observation(slot),
    ]);
    const found = async () =>
      (await ledgerOf(db.pool, 'restarted').latest(['acme-ug'])).map((each) => [
        each.slot,
        'wallets' in each && each.wallets.map(({ walletType }) => walletType).sort(),
      ]);
    const first = [slot - 180_000, ['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT', 'SERVICE_PAYMENTS']];
    const second = [slot - 120_000, ['MERCHANT_PAYOUT', 'SERVICE_PAYMENTS']];
    expect((await found()).slice(1)).toEqual([second, first]);
    const wanted = { account: 'acme-ug', currency: late!.currency, walletType: late!.walletType };
    await forgetWallet(db.pool, quoteSchema('floatwatch'), {
      ...{ ...wanted, by: 'somebody', reason: null, once: false },
    });
    expect((await found()).slice(1)).toEqual([[slot - 180_000, ['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT']]]);
  });

  test('without wallets that were forgotten, unless they are named again', async () => {
    const ledger = ledgerOf(db.pool);
    const gone = wallet('5', { walletType: 'MERCHANT_COLLECTION' });
    const [first, second, third] = [slot - 180_000, slot - 120_000, slot - 60_000] as const;
    await ledger.complete([observation(first, { wallets: [wallet('1'), gone] }), observation(second)]);
    const slots = async () =>
      (await ledgerOf(db.pool, 'restarted').latest(['acme-ug'])).map((each) => each.slot);
    expect(await slots()).toEqual([second, first]);
    const { currency, walletType } = gone;
    const wanted = { account: 'acme-ug', currency, walletType, by: 'somebody', reason: null, once: false };
    await forgetWallet(db.pool, quoteSchema('floatwatch'), wanted);
    expect(await slots()).toEqual([second]);
    const later = Date.now() + 1_000;
    await ledger.complete([
      observation(third, { wallets: [wallet('1'), gone], observedAt: later }),
      observation(slot),
    ]);
    expect(await slots()).toEqual([slot, third]);
  });
});
