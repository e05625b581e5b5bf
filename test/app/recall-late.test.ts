// A database that tells what was known before only when polls have ended already.
import { expect, test } from 'vitest';
import { type App, setup } from '../../src/app/app.ts';
import type { Postgres } from '../../src/app/postgres.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { eventually } from '../support/eventually.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('M7 wallets of before a start are missing, not unheard of, though the database answers after the first poll', async () => {
  await using world = await restarted(async ({ read }, answers) => {
    const latest = await read();
    await answers;
    return latest;
  });
  await eventually(() => expect(known(world.app)).toEqual([['OTHER', 'fresh']]));
  world.answer();
  await hearsOfPayouts(world.app);
});

test('M7 nor are they where the results of now were stored before the database was asked', async () => {
  await using world = await restarted(async ({ read }, answers) => {
    await answers;
    return await read();
  });
  await eventually(() => expect(known(world.app)).toEqual([['OTHER', 'fresh']]));
  await world.app.pollNow(['acme']); // stored
  world.answer();
  await hearsOfPayouts(world.app);
});

test('M8 an answer without wallets is empty for as long as the database has not told whether there were some', async () => {
  await using world = await restarted(async ({ read }, answers) => {
    await answers;
    return await read();
  }, []);
  await eventually(() => expect(world.app.board.account('acme')?.last?.outcome).toBe('empty'));
  expect(known(world.app)).toEqual([]);
  world.answer();
  await eventually(() => expect(known(world.app)?.map(([type]) => type)).toEqual(['MERCHANT_PAYOUT']));
});

type Latest = Awaited<ReturnType<Postgres['ledger']['latest']>>;

/** A process that was stopped once it had stored a payout wallet, and another that sees other wallets since. */
async function restarted(
  late: (ledger: { read(): Promise<Latest> }, answers: Promise<void>) => Promise<Latest>,
  since = [wallet('OTHER', '5')],
): Promise<AsyncDisposable & { readonly app: App; answer(): void }> {
  await using stack = new AsyncDisposableStack();
  const { config } = stack.use(await oneAccount({ poll: { schedule: '*/2 * * * * *', deadline: '900ms' } }));
  let wallets = [wallet('MERCHANT_PAYOUT', '500')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  const before = await setup(config, { world: { network } });
  await before.pollNow(['acme']);
  await before.stop();

  wallets = since;
  const answers = Promise.withResolvers<void>();
  const app = await setup(config, {
    world: {
      network,
      async openPostgres(options) {
        const postgres = await REAL_WORLD.openPostgres(options);
        const { ledger } = postgres;
        const latest: typeof ledger.latest = (...asked) =>
          late({ read: () => ledger.latest(...asked) }, answers.promise);
        return { ...postgres, ledger: { ...ledger, latest } };
      },
    },
  });
  stack.defer(() => app.stop());
  const open = stack.move();
  return { app, answer: answers.resolve, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

function known({ board }: App): string[][] | undefined {
  return board.account('acme')?.wallets.map(({ walletType, state }) => [walletType, state]);
}

/** Resolves when the page and the alerts know of the wallet that the service no longer names. */
async function hearsOfPayouts(app: App): Promise<void> {
  await eventually(() =>
    expect(known(app)).toEqual([
      ['OTHER', 'fresh'],
      ['MERCHANT_PAYOUT', 'missing'],
    ]),
  );
  await eventually(() => {
    const watched = app
      .alerts()
      .filter(({ rule, account }) => rule === 'BalanceUnknown' && account === 'acme');
    expect(watched.map(({ walletType }) => walletType)).toContain('MERCHANT_PAYOUT');
  });
}
