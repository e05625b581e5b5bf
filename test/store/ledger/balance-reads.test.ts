// What polls of balances saw, as it is read again from their rows; with a real database it is in ledger.test.ts.
import { expect, test } from 'vitest';
import { AMOUNT_FIELDS } from '../../../src/domain/wallet.ts';
import type { EndedPoll, LedgerContext } from '../../../src/store/ledger/codec.ts';
import { readBalances, readLatestBalances } from '../../../src/store/ledger/read-balances.ts';
import { observation, wallet } from '../../support/ledger.ts';

const SLOT = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const IDS = new Map([
  ['acme-ug', 1],
  ['acme-ke', 2],
]);
const PAYOUT = wallet('5');
const FEES = wallet('6', { walletType: 'FEES' });
const TAXES = wallet('7', { walletType: 'TAXES' });
const BLANK = { ...PAYOUT, available: null };
const WALLETS = [PAYOUT, FEES, TAXES, BLANK];
const nameOf = ({ currency, walletType, exposable }: typeof PAYOUT) => ({
  ...{ currency, wallet_type: walletType, exposable },
});

/** Minutes before noon, as the rows tell it. */
const at = (minutesAgo: number) => new Date(SLOT - minutesAgo * MINUTE);

function poll(accountId: number, minutesAgo: number, more: Partial<EndedPoll> = {}): EndedPoll {
  const slot = at(minutesAgo).getTime();
  return {
    ...{ account_id: accountId, slot: new Date(slot), outcome: 'ok', claimed_at: new Date(slot + 50) },
    ...{ started_at: new Date(slot + 100), observed_at: new Date(slot + 350), duration_ms: 250 },
    ...{ http_status: 200, envelope_code: 200, detail: null, unreadable: null, ...more },
  };
}

/** A row of what a poll saw of a wallet. */
function snapshot(accountId: number, minutesAgo: number, of = PAYOUT, forgotten = false) {
  const amounts = Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, of[field]]));
  const number = { wallet_id: 100 + WALLETS.indexOf(of), account_id: accountId };
  return { ...number, slot: at(minutesAgo), ...amounts, ...nameOf(of), forgotten };
}

interface Stored {
  /** The last snapshot of each wallet. */
  readonly last?: readonly ReturnType<typeof snapshot>[];
  /** The last snapshot of each wallet that has an available amount, where one is asked for. */
  readonly shown?: readonly ReturnType<typeof snapshot>[];
  /** All snapshots. */
  readonly snapshots?: readonly ReturnType<typeof snapshot>[];
  readonly polls?: readonly EndedPoll[];
  /** The newest polls, by how far back is looked. */
  readonly newest?: Readonly<Record<string, readonly EndedPoll[]>>;
}

const QUESTIONS = [
  'DISTINCT ON',
  'available IS NOT NULL',
  'forgotten_wallet',
  '"f".poll',
  '"f".wallet',
  '"f".snapshot',
];

/** A database with these rows, which notes what is asked of it. */
function database({ last = [], shown = [], snapshots = [], polls = [], newest = {} }: Stored) {
  const asked: [what: string, values: readonly unknown[]][] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    const what = QUESTIONS.find((part) => text.includes(part))!;
    asked.push([what, values]);
    const [accounts, second] = values;
    if (what === 'DISTINCT ON') {
      const found = newest[second as string] ?? [];
      return found.filter(({ account_id }) => (accounts as readonly number[]).includes(account_id));
    }
    if (what === 'forgotten_wallet') return last;
    if (what === 'available IS NOT NULL') return shown;
    if (what.endsWith('poll')) return polls.filter(({ slot }) => String(second).includes(slot.toISOString()));
    return snapshots.filter(
      (row) =>
        String(accounts).includes(String(row.account_id)) && String(second).includes(row.slot.toISOString()),
    );
  };
  const names = async () => (row: { wallet_id: number }) => {
    const found = WALLETS[row.wallet_id - 100];
    return found && nameOf(found);
  };
  const context = { pool: { query }, schema: '"f"', ids: { accounts: async () => IDS, names } };
  return { asked, context: context as unknown as LedgerContext };
}

const seen = (minutesAgo: number, ...wallets: readonly (typeof PAYOUT)[]) =>
  observation(at(minutesAgo).getTime(), { wallets });
const failed = (minutesAgo: number) =>
  observation(at(minutesAgo).getTime(), { outcome: 'connect', wallets: [] });
const failing = (accountId: number, minutesAgo: number) =>
  poll(accountId, minutesAgo, { outcome: 'connect' });

test('polls are read with the wallets that they saw, in the order of their slots', async () => {
  const unreadable = [{ currency: 'KES', walletType: 'X', reason: 'malformed' }];
  const { asked, context } = database({
    snapshots: [snapshot(1, 1, PAYOUT), snapshot(1, 1, FEES), snapshot(1, 3, TAXES)],
  });
  const polls = [poll(1, 1), failing(1, 2), poll(1, 3, { unreadable })];
  const named = polls.map((each) => ({ account: 'acme-ug', poll: each }));
  expect(await readBalances(context, named)).toEqual([
    { ...seen(3, TAXES), unreadable },
    failed(2),
    seen(1, PAYOUT, FEES),
  ]);
  expect(asked.map(([, values]) => values)).toEqual([
    ['{1}', '{2026-03-02T11:59:00.000Z,2026-03-02T11:57:00.000Z}'],
  ]);
});

test('no snapshots are asked for where every poll failed', async () => {
  const { asked, context } = database({});
  expect(await readBalances(context, [{ account: 'acme-ug', poll: failing(1, 2) }])).toEqual([failed(2)]);
  expect(asked).toEqual([]);
});

test('a wallet that was deleted since is left out', async () => {
  const deleted = { ...snapshot(1, 1, FEES), wallet_id: 999 };
  const { context } = database({ snapshots: [deleted, snapshot(1, 1, PAYOUT)] });
  expect(await readBalances(context, [{ account: 'acme-ug', poll: poll(1, 1) }])).toEqual([seen(1, PAYOUT)]);
});

/** The last balances of acme-ug where these rows are stored. */
const latest = (stored: Stored, accounts = ['acme-ug']) =>
  readLatestBalances(database(stored).context, accounts);

test('the last successful poll of an account is read, and the last of all if that is later', async () => {
  const last = [snapshot(1, 5, PAYOUT), snapshot(1, 5, FEES)];
  const polls = [poll(1, 5)];
  const of = (newest: EndedPoll) => latest({ last, polls, newest: { '1 hour': [newest] } });
  expect(await of(failing(1, 1))).toEqual([seen(5, PAYOUT, FEES), failed(1)]);
  expect(await of(poll(1, 5))).toEqual([seen(5, PAYOUT, FEES)]); // it is the same
  expect(await of(failing(1, 6))).toEqual([seen(5, PAYOUT, FEES)]);
});

test('of an account that never showed a wallet, the last poll is read; of one never polled, nothing', async () => {
  expect(await latest({ newest: { '1 hour': [failing(1, 1)] } })).toEqual([failed(1)]);
  expect(await latest({})).toEqual([]);
});

test('an account without a poll in the last hour, and no other, is looked for in the last two days', async () => {
  const newest = { '1 hour': [failing(2, 1)], '2 days': [failing(1, 90), failing(2, 100)] };
  const { asked, context } = database({ newest });
  expect(await readLatestBalances(context, ['acme-ug', 'acme-ke'])).toEqual([
    failed(90),
    { ...failed(1), account: 'acme-ke' },
  ]);
  const looked = asked.filter(([what]) => what === 'DISTINCT ON').map(([, values]) => values);
  expect(looked).toEqual([
    [[1, 2], '1 hour'],
    [[1], '2 days'],
  ]);
  const busy = database({ newest: { '1 hour': [failing(1, 1)] } });
  await readLatestBalances(busy.context, ['acme-ug']);
  expect(busy.asked.filter(([what]) => what === 'DISTINCT ON')).toHaveLength(1);
});

test('a poll of one account at the slot of another’s last is not taken for its last', async () => {
  const last = [snapshot(1, 5, PAYOUT), snapshot(2, 3, FEES)];
  const polls = [poll(1, 5), poll(1, 3), poll(2, 5), poll(2, 3)];
  expect(await latest({ last, polls }, ['acme-ug', 'acme-ke'])).toEqual([
    seen(5, PAYOUT),
    { ...seen(3, FEES), account: 'acme-ke' },
  ]);
});

test('after these come the last polls that saw the wallets that are missing since, the newest first', async () => {
  const last = [snapshot(1, 5, PAYOUT), snapshot(1, 30, FEES), snapshot(1, 20, TAXES)];
  const snapshots = [...last, snapshot(1, 30, PAYOUT), snapshot(1, 20, FEES), snapshot(2, 20, FEES)];
  const polls = [poll(1, 5), poll(1, 20), poll(1, 30)];
  const found = await latest({ last, snapshots, polls, newest: { '1 hour': [failing(1, 1)] } });
  expect(found).toEqual([seen(5, PAYOUT), failed(1), seen(20, TAXES, FEES), seen(30, FEES, PAYOUT)]);
});

test('where the last that a wallet showed has no available amount, the last poll with one is read, too', async () => {
  const last = [snapshot(1, 5, BLANK), snapshot(1, 5, FEES), snapshot(1, 20, TAXES)];
  const shown = [snapshot(1, 30, PAYOUT), snapshot(1, 5, FEES)];
  const polls = [poll(1, 5), poll(1, 20), poll(1, 30)];
  const stored = { last, shown, snapshots: [...last, ...shown], polls };
  expect(await latest(stored)).toEqual([seen(5, BLANK, FEES), seen(20, TAXES), seen(30, PAYOUT)]);
  const forgotten = last.map((row) => ({ ...row, forgotten: row === last[0] }));
  expect(await latest({ ...stored, last: forgotten })).toEqual([seen(5, BLANK, FEES), seen(20, TAXES)]);
});

test('a wallet that was forgotten is not missing, and no earlier poll brings it back', async () => {
  const last = [snapshot(1, 5, PAYOUT), snapshot(1, 30, FEES), snapshot(1, 20, TAXES, true)];
  const snapshots = [...last, snapshot(1, 30, TAXES)];
  const polls = [poll(1, 5), poll(1, 20), poll(1, 30)];
  expect(await latest({ last, snapshots, polls })).toEqual([seen(5, PAYOUT), seen(30, FEES)]);
});

test('of an account that names new wallets without end, the last twenty such polls are read', async () => {
  const ago = Array.from({ length: 21 }, (_, i) => i + 10);
  const last = [snapshot(1, 5, PAYOUT), ...ago.toReversed().map((minutes) => snapshot(1, minutes, FEES))];
  const polls = [5, ...ago].map((minutes) => poll(1, minutes));
  const found = await latest({ last, snapshots: last, polls });
  expect(found.map(({ slot }) => (SLOT - slot) / MINUTE)).toEqual([5, ...ago.slice(0, 20)]);
});

test('a thousand accounts are asked about at once', async () => {
  const { asked, context } = database({});
  const accounts = Array.from({ length: 1_001 }, (_, i) => `a${i}`);
  const ids = {
    accounts: async (names: readonly string[]) => new Map(names.map((name) => [name, Number(name.slice(1))])),
  };
  await readLatestBalances({ ...context, ids: { ...context.ids, ...ids } as never }, accounts);
  const each = asked
    .filter(([what]) => what === 'forgotten_wallet')
    .map(([, [of]]) => of as readonly number[]);
  expect(each.map((of) => [of.length, of[0]])).toEqual([
    [1_000, 0],
    [1, 1_000],
  ]);
});
