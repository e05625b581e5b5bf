// Checks whether the balances of every account are fresh. When nobody polls, only this check finds it.
import { listed } from '../../domain/listed.ts';
import { bad, type Judgement, ok, tableCheck, warn } from './check.ts';

export interface BalanceFacts {
  /** The accounts of the configuration. */
  readonly accounts: readonly string[];
  /** The accounts whose balances are known, and whether one of these is fresh. */
  readonly known: ReadonlyMap<string, { readonly isFresh: boolean }>;
}

export const balances = tableCheck(
  'balances',
  async ({ db, schema }, { config }): Promise<BalanceFacts> => {
    const accounts = config.accounts.map(({ name }) => name);
    const rows = await db.query<{ account: string; fresh: boolean }>(
      `SELECT account, bool_or(state = 'fresh') AS fresh FROM ${schema}.balances_latest
       WHERE account = ANY($1::text[]) GROUP BY account`,
      [accounts],
    );
    return { accounts, known: new Map(rows.map(({ account, fresh }) => [account, { isFresh: fresh }])) };
  },
  judgeBalances,
);

export function judgeBalances({ accounts, known }: BalanceFacts): readonly Judgement[] {
  const never = accounts.filter((account) => !known.has(account));
  const stale = accounts.filter((account) => known.get(account)?.isFresh === false);
  const advice = 'see whether "floatwatch run" runs; "floatwatch probe" says what the service answers';
  const found = [
    ...(stale.length > 0 ? [bad(`no fresh balance is known of ${listed(stale)}`, advice)] : []),
    ...(never.length > 0 ? [warn(`no balance is known of ${listed(never)}`, advice)] : []),
  ];
  return found.length > 0 ? found : [ok(`fresh ones are known of every account, ${accounts.length} in all`)];
}
