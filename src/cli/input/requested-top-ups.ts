// Stores and reads requested top-ups, for `floatwatch plan`.
import { topUpSettings } from '../../app/configured.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { formatDuration, MINUTE_MS } from '../../domain/duration.ts';
import { countsUntil } from '../../domain/forecast/requested.ts';
import { compareAmounts, formatAmount, parseAmount, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { nearestOf } from '../../domain/spelling.ts';
import { approvalOf, isSource, requestedSince, SOURCE_IS_NOT_PLANNED } from '../../monitor/forecast/plans.ts';
import { createRequests, type Requests } from '../../monitor/forecast/requests.ts';
import { createTopUpLog } from '../../store/plans/top-up-requests.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { nearestWallet } from './nearest-wallet.ts';
import { openStore, type Store } from './open-store.ts';
import { userName } from './user-name.ts';
import { walletNamed } from './wallet-name.ts';

/** The top-ups that are on their way, as the database knows them. Rejects when it can't be read. */
export async function readRequests(
  { pool, schema }: Pick<Store, 'pool' | 'schema'>,
  config: Config,
  now: Instant,
): Promise<Requests> {
  const requests = createRequests({
    log: createTopUpLog(pool, schema),
    clock: { now: () => now, monotonic: () => now },
    since: (at) => requestedSince(config.accounts.map(topUpSettings), at),
    onFailure(error) {
      throw error;
    },
  });
  await requests.refresh();
  return requests;
}

/** `--requested WALLET AMOUNT`: stores the request, and says how long it counts. */
export async function noteRequest(asked: readonly string[], config: Config, io: Io): Promise<void> {
  const [name = '', text = '', ...more] = asked;
  const amount = parseAmount(text);
  if (text === '' || more.length > 0)
    throw new CommandError(
      '--requested takes a wallet and an amount: acme-ug/UGX/MERCHANT_PAYOUT 5000000',
      2,
    );
  if (amount === undefined)
    throw new CommandError(
      `--requested ${name} ${text}: the amount must be a number without commas, such as 5000000 or 12.50`,
      2,
    );
  if (compareAmounts(amount, ZERO) <= 0)
    throw new CommandError(`--requested ${name} ${text}: the amount must be above 0`, 2);
  const wallet = walletNamed(name);
  const account = config.accounts.find((each) => each.name === wallet.account);
  if (!account) {
    const names = config.accounts.map((each) => each.name);
    const instead = nearestOf(wallet.account, names);
    throw new CommandError(`--requested ${name}: no account is called ${wallet.account}; ${instead}`, 2);
  }
  if (isSource(wallet, topUpSettings(account)))
    throw new CommandError(`--requested ${name}: ${SOURCE_IS_NOT_PLANNED}`, 2);
  await using store = await openStore(config, io, 'write');
  const [known] = await store.pool.query(
    `SELECT 1 FROM ${store.schema}.balances_latest WHERE account = $1 AND currency = $2 AND wallet_type = $3`,
    [wallet.account, wallet.currency, wallet.walletType],
  );
  if (!known)
    throw new CommandError(`no wallet ${name} was ever seen; ${await nearestWallet(store, name)}`, 2);
  const by = `command ${userName(io.env)}`;
  await createTopUpLog(store.pool, store.schema).add({ ...wallet, amount, by, at: null });
  const topUp = topUpSettings(account);
  const now = Date.now();
  const until = countsUntil(now, { leadMs: topUp.leadMs, approval: approvalOf(topUp) });
  const patience = formatDuration(Math.ceil((until - now) / MINUTE_MS) * MINUTE_MS);
  io.stdout.write(
    `${formatAmount(amount)} ${wallet.currency} for ${name} counts as on its way until it has arrived, for ${patience} at the most\n`,
  );
}
