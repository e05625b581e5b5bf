// floatwatch at the work of `peers.ts`: the published package.
import { join } from 'node:path';
import { nodeIn, startMonitor } from '../load/monitor.ts';
import { publishedIn } from '../load/published.ts';
import { accountName, type Peer, type System, startDatabase, type Work } from './system.ts';

export const floatwatch: System = {
  programs: [],
  async start({ accounts, service, room }: Work): Promise<Peer> {
    await using stack = new AsyncDisposableStack();
    const program = { node: nodeIn(room), bin: join(publishedIn(room), 'bin/floatwatch.js'), room };
    const database = stack.use(await startDatabase(room));
    const load = { accounts, schedule: '*/10 * * * * *', database: database.url, service };
    const { pid, address } = stack.use(await startMonitor(program, load));
    const running = stack.move();
    return {
      pid,
      storePid: database.pid,
      metrics: `${address}/metrics`,
      stored: async () => Number(await database.ask('SELECT count(*) FROM floatwatch.balances')),
      size: database.size,
      kept: () =>
        database.ask(
          `SELECT available FROM floatwatch.balances WHERE account = '${accountName(0)}' AND available > 1e15 LIMIT 1`,
        ),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  },
};
