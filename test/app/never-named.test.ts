// Alerts about wallets that were only expected, and after a restart are expected no more.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { createEndNeverNamed, type NeverNamedOptions } from '../../src/app/never-named.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { INACTIVE } from '../../src/domain/alert.ts';
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { eventually } from '../support/eventually.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet } from './service.ts';

const HOUR = 3_600_000;

interface World {
  readonly alerts?: readonly object[];
  /** The wallets that the board has; a list of them, of which the later ones are those after the database has answered. */
  readonly known?: readonly (readonly string[])[];
  readonly stored?: readonly string[];
  readonly spooled?: number;
  readonly failing?: boolean;
  readonly recalled?: Promise<void>;
}

/** A look at the alerts; returns the wallets whose alerts were ended, and why. */
async function look(world: World): Promise<string[]> {
  return (await looked(world)).ended;
}

/** The same, and what is in the log. */
async function looked({
  alerts = [alert()],
  known = [['PAYOUT']],
  stored = ['PAYOUT'],
  spooled = 0,
  failing = false,
  recalled = Promise.resolve(),
}: World) {
  const ended: string[] = [];
  const said: unknown[] = [];
  const say =
    (level: string) =>
    (...line: unknown[]) =>
      void said.push([level, ...line]);
  let answered = 0;
  const options = {
    log: { info: say('info'), debug: say('debug') },
    configured: () => ({ accounts: new Map([['acme', {}]]) }),
    board: {
      has: (_: string, { walletType }: { walletType: string }) =>
        (known[answered] ?? known[0]!).includes(walletType),
    },
    alerts: () => alerts,
    alerting: {
      forget: (account: string, { walletType }: { walletType: string }, reason: string) =>
        void ended.push(`${account} ${walletType}: ${reason}`),
    },
    storage: { spoolStats: () => ({ polls: spooled }) },
    async names() {
      if (failing) throw new Error('connection refused');
      answered++;
      return stored.map((walletType) => ({ currency: 'UGX', walletType }));
    },
    recalled,
  };
  const run = createEndNeverNamed(options as unknown as NeverNamedOptions);
  await Promise.resolve();
  await run();
  return { ended, said };
}

const alert = (change: object = {}) => ({
  ...{ account: 'acme', currency: 'UGX', walletType: 'NEVER', rule: 'BalanceUnknown', phase: 'firing' },
  ...change,
});
const ENDED = ['acme NEVER: removed'];

test.each<readonly [string, World, readonly string[]]>([
  ['that no poll has named', {}, ENDED],
  ['whose alert only pends', { alerts: [alert({ phase: 'pending' })] }, ENDED],
  ['whose alert has ended', { alerts: [alert({ phase: 'inactive' })] }, []],
  ['that a stored poll has named', { stored: ['PAYOUT', 'NEVER'] }, []],
  ['that is expected, or was seen', { known: [['PAYOUT', 'NEVER']] }, []],
  ['that is seen while the database answers', { known: [['PAYOUT'], ['NEVER']] }, []],
  ['on which another alert lasts, too', { alerts: [alert(), alert({ rule: 'Low' })] }, []],
  ['of an account that is not configured', { alerts: [alert({ account: 'other' })] }, []],
  ['that polls may name which wait for the database', { spooled: 1 }, []],
  ['while the database is away', { failing: true }, []],
  ['before what was known is known again', { recalled: new Promise<void>(() => {}) }, []],
  ['beside an alert about the account', { alerts: [alert({ walletType: '', currency: '' })] }, []],
])('BalanceUnknown of a wallet %s', async (_, world, ended) => {
  expect(await look(world)).toEqual(ended);
});

test.each<readonly [string, World, unknown]>([
  [
    'that is given up is named',
    {},
    ['info', { account: 'acme', wallet: 'UGX/NEVER' }, 'a wallet is expected no more, and was never named'],
  ],
  [
    'about which the database can not be asked is told of to who looks closely',
    { failing: true },
    [
      'debug',
      { reason: 'connection refused' },
      'whether wallets of alerts were ever named could not be read',
    ],
  ],
])('in the log a wallet %s', async (_, world, line) => {
  expect((await looked(world)).said).toEqual([line]);
});

test('BalanceUnknown of a wallet that was expected before the start, and never named, ends; that of one that was named lasts', async () => {
  await using stack = new AsyncDisposableStack();
  const { config, database } = stack.use(
    await oneAccount({ poll: { schedule: '* * * * * *', deadline: '400ms' } }),
  );
  const now = Date.now() - (Date.now() % 1_000);
  const [open, gone] = ['OPEN', 'GONE'].map((walletType) => wallet('500', { walletType }));
  await ledgerOf(database.pool).complete([
    observation(now - 5 * HOUR, { account: 'acme', wallets: [open!, gone!] }),
    observation(now - 3 * HOUR, { account: 'acme', wallets: [open!] }),
  ]);
  const firing = (walletType: string) => {
    const labels = {
      ...{ alertname: 'BalanceUnknown', severity: 'warning' },
      ...{ account: 'acme', currency: 'UGX', wallet_type: walletType },
    };
    const [at, fingerprint] = [now - 2 * HOUR, fingerprintOf(labels)];
    return {
      ...{ fingerprint, rule: 'BalanceUnknown', severity: 'warning', labels },
      ...{ account: 'acme', currency: 'UGX', walletType },
      state: { ...INACTIVE, phase: 'firing' as const, pendingAt: at, firingAt: at, at },
    };
  };
  const log = createAlertLog({ pool: database.pool, schema: '"floatwatch"' });
  await log.save([firing('NEVER'), firing('GONE')]);

  const network = { ...REAL_WORLD.network, connect: serviceOf(() => [serviceWallet('OPEN', '500')]) };
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 1_000), run);
  const app = await setup(config, { world: { network, after } });
  stack.defer(() => app.stop());
  const of = (walletType: string) =>
    app.alerts().find((one) => one.rule === 'BalanceUnknown' && one.walletType === walletType);
  await eventually(() => expect(of('NEVER')).toMatchObject({ phase: 'inactive', reason: 'removed' }));
  expect(of('GONE')).toMatchObject({ phase: 'firing' });
});
