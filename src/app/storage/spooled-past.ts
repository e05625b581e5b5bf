// Reads the past that rules look back on, also the part that still waits on this machine for Postgres.
import { type Amount, compareAmounts } from '../../domain/money.ts';
import { isBalances } from '../../domain/poll-result.ts';
import { walletName } from '../../domain/wallet.ts';
import type { Lookback, PastValue, ReadPast } from '../../monitor/alerts/ports.ts';
import type { Place, Spool } from '../../store/spool/spool.ts';
import type { After } from '../../store/writer/timer.ts';

const AT_A_TURN = 20; // polls that are decoded at once; everything else waits meanwhile

/**
 * Reads what waits on this machine, and then what Postgres has: in this order, because a waiting result may be on its way
 * just now. A value that is found in both is returned twice.
 */
export function withSpooled(readPast: ReadPast, spool: Spool, after: After): ReadPast {
  return async (accounts, lookback) => [
    ...(await readWaiting(spool, after, { accounts, ...lookback })),
    ...(await readPast(accounts, lookback)),
  ];
}

/**
 * Reads the spool in parts, the newest first. A value that a later one has reached can't become the extreme any more, and
 * is skipped.
 */
async function readWaiting(
  spool: Spool,
  after: After,
  { accounts, extreme, field, since }: Lookback & { readonly accounts: readonly string[] },
): Promise<PastValue[]> {
  const asked = new Set(accounts);
  const sign = extreme === 'max' ? 1 : -1;
  const reached = new Map<string, Amount>();
  const found: PastValue[] = [];
  for (let from: Place | null = null; ; ) {
    const { waiting, next } = spool.newest({ since, from, most: AT_A_TURN });
    for (const { result } of waiting) {
      if (!isBalances(result) || !asked.has(result.account)) continue;
      const { account, slot, wallets } = result;
      for (const { currency, walletType, exposable, [field]: amount } of wallets) {
        if (amount === null || !exposable) continue;
        const key = walletName({ account, currency, walletType });
        const later = reached.get(key);
        if (later !== undefined && compareAmounts(amount, later) * sign <= 0) continue;
        reached.set(key, amount);
        found.push({ account, currency, walletType, slot, amount });
      }
    }
    if (next === null) return found;
    from = next;
    const turn = Promise.withResolvers<void>();
    after(0, turn.resolve);
    await turn.promise;
  }
}
