// A wallet that was missing before a restart is missing after it, everywhere.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { eventually } from '../support/eventually.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('M7 a wallet that the service named no more before a restart is still missing, and its rules know since when', async () => {
  await using stack = new AsyncDisposableStack();
  const { config } = stack.use(
    await oneAccount({
      poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
      alerts: {
        builtin: false,
        rules: [{ name: 'Unheard', severity: 'warning', wallets: { account: '*' }, unknown_for: '10s' }],
      },
    }),
  );
  const payout = wallet('MERCHANT_PAYOUT', '500');
  let wallets = [payout, wallet('SERVICE_PAYMENTS', '5')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  const start = async () => {
    const app = await setup(config, { world: { network } });
    const close = stack.use(new AsyncDisposableStack());
    close.defer(() => app.stop());
    const known = () => app.board.account('acme')?.wallets.map((one) => [one.walletType, one.state]);
    return { app, known, [Symbol.asyncDispose]: () => close.disposeAsync() };
  };
  {
    await using before = await start();
    await before.app.pollNow(['acme']);
    wallets = [payout];
    await before.app.pollNow(['acme']);
    await eventually(() => expect(before.known()).toContainEqual(['SERVICE_PAYMENTS', 'missing']));
  }
  await using after = await start();
  await eventually(() =>
    expect(after.known()).toEqual([
      ['MERCHANT_PAYOUT', 'fresh'],
      ['SERVICE_PAYMENTS', 'missing'],
    ]),
  );
  await eventually(() => {
    const firing = after.app.alerts().filter(({ phase }) => phase === 'firing');
    expect(firing.map(({ rule, walletType }) => [rule, walletType])).toEqual([
      ['Unheard', 'SERVICE_PAYMENTS'],
    ]);
  });
});
