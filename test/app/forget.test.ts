// A wallet that the service closed, forgotten by a person.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { main } from '../../src/cli/main.ts';
import { createForgottenReader } from '../../src/store/alerts/forgotten-wallets.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { eventually } from '../support/eventually.ts';
import { capture } from '../support/io.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

test('D11 a wallet is forgotten: its held alert ends as forgotten, who and why stays in the database', async () => {
  await using stack = new AsyncDisposableStack();
  const rule = { name: 'Low', severity: 'critical', wallets: { account: 'acme' }, below: '100' };
  const { config, database, file } = stack.use(
    await oneAccount({ poll: { schedule: '* * * * * *', deadline: '400ms' }, alerts: { rules: [rule] } }),
  );
  let wallets = [wallet('OPEN', '500'), wallet('CLOSED', '7')];
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => wallets) };
  const app = await setup(config, { world: { network } });
  stack.defer(() => app.stop());
  const low = () => app.alerts().find(({ rule, walletType }) => rule === 'Low' && walletType === 'CLOSED');
  const forget = async (...args: string[]) => {
    const { io, written } = capture();
    const code = await main(['forget', ...args, '--config.file', file], io);
    return { code, ...written() };
  };

  await eventually(() => expect(low()).toMatchObject({ phase: 'firing', held: false }));
  await eventually(async () => {
    expect((await forget('acme/UGX/CLOSED')).stderr).toMatch(/is named by the service/);
  });
  expect(await forget('acme/UGX/NONE')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/was ever seen/),
  });
  expect(await forget('acme')).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a wallet/) });

  wallets = [wallet('OPEN', '500')];
  await eventually(() => expect(low()).toMatchObject({ phase: 'firing', held: true }));
  await eventually(async () => {
    expect(await forget('acme/UGX/CLOSED', '--reason', 'closed in May')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
  await eventually(() => expect(low()).toMatchObject({ phase: 'inactive', reason: 'forgotten' }));
  const shown = () => app.board.account('acme')?.wallets.map(({ walletType }) => walletType);
  expect(shown()).toEqual(['OPEN']);
  const record = await database.pool.query(
    'SELECT account, wallet_type, reason FROM floatwatch.forgotten_wallets',
  );
  expect(record).toEqual([{ account: 'acme', wallet_type: 'CLOSED', reason: 'closed in May' }]);

  wallets = [wallet('OPEN', '500'), wallet('CLOSED', '6')];
  await eventually(() => expect(low()).toMatchObject({ phase: 'firing', held: false }));
  expect(shown()).toEqual(['OPEN', 'CLOSED']);

  // Missing again, and a restart: what was forgotten before it was named again isn't forgotten a second time.
  wallets = [wallet('OPEN', '500')];
  await eventually(() => expect(low()).toMatchObject({ phase: 'firing', held: true }));
  await app.stop();
  expect(await createForgottenReader(database.pool, quoteSchema('floatwatch'))()).toEqual([]);
  let looks = 0;
  const openPostgres: typeof REAL_WORLD.openPostgres = async (options) => {
    const postgres = await REAL_WORLD.openPostgres(options);
    const readForgotten: typeof postgres.readForgotten = async () => {
      const found = await postgres.readForgotten();
      looks++;
      return found;
    };
    return { ...postgres, readForgotten };
  };
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 1_000), run);
  const next = await setup(config, { world: { network, openPostgres, after } });
  stack.defer(() => next.stop());
  await eventually(() => expect(looks).toBeGreaterThan(1));
  const kept = next.alerts().find(({ rule, walletType }) => rule === 'Low' && walletType === 'CLOSED');
  expect(kept).toMatchObject({ phase: 'firing', held: true });
});
