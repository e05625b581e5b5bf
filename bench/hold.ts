// Measures how long an answer holds the event loop with 20,000 wallets: the longest turn of the loop while a page, or an
// answer of the API, is made and sent, while the verdict over all wallets is made, and while `/at` is read. That and the
// history of a wallet come from a Postgres, the rest of the past from memory. A bare server that sends as many bytes is
// measured beside it. All in CPU of the main thread, which a busy machine doesn't change.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStatus } from '../src/web/status.ts';
import { createClient } from './hold/client.ts';
import { openStored } from './hold/stored.ts';
import { type Measurement, median, profiled } from './measure.ts';
import { openHouse, PAGES, walletsOf } from './pages/house.ts';

const TIMES_5000 = 4; // the house has 5,000 wallets times its scale
const ROUNDS = 5;
const WARMING_UP = 4; // rounds that aren't counted: after a garbage collection, code is compiled anew
const LIMIT_MS = 10;
const WATCHED = { account: 'account-0', currency: 'UGX', walletType: 'MERCHANT_PAYOUT_8' };
const DAYS = `from=${daysAgo(3)}&to=${daysAgo(1)}`;

const ANSWERS = {
  ...PAGES,
  atom: 'alerts.atom',
  api_balances: 'api/v1/balances',
  api_accounts: 'api/v1/accounts',
  api_alerts: 'api/v1/alerts',
  api_plan: 'api/v1/plan',
  api_plan_csv: 'api/v1/plan?format=csv',
  api_at: 'api/v1/at',
  api_history: `api/v1/balances/history?account=account-0&currency=UGX&wallet_type=${WATCHED.walletType}`,
  api_statement: `api/v1/statement?${DAYS}`,
  api_statement_csv: `api/v1/statement?format=csv&${DAYS}`,
} as const;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The group `hold`: 20,000 wallets times `scale`. */
export async function hold(scale: number): Promise<Record<string, Measurement>> {
  await using stored = await openStored(walletsOf(TIMES_5000 * scale), WATCHED);
  const { at, history } = stored;
  await using house = await openHouse(TIMES_5000 * scale, { history });
  await using client = createClient();
  await using bare = await openBare();
  const figures: [string, Measurement][] = [];
  for (const [name, path] of Object.entries(ANSWERS)) {
    const bytes = await client.read(house.url + path);
    const compared = {
      [name]: () => client.read(house.url + path),
      floor: () => client.read(`${bare.url}${bytes}`),
    };
    const ours = await longest(compared[name]!, house.poll);
    const floor = await longest(compared.floor);
    await profiled(compared);
    figures.push([`${name}_ms`, { value: ours, unit: 'ms of CPU', floor, target: LIMIT_MS }]);
  }
  const works = {
    verdict: () => createStatus(house.sources)(),
    at_read: () => at({ at: Date.now(), accounts: [] }),
    at_read_account: () => at({ at: Date.now(), accounts: [WATCHED.account] }),
  };
  for (const [name, work] of Object.entries(works))
    figures.push([
      `${name}_ms`,
      { value: await longest(work, house.poll), unit: 'ms of CPU', target: LIMIT_MS },
    ]);
  return Object.fromEntries(figures);
}

/** The longest turn of the loop during the work; the median of the rounds. */
async function longest(work: () => Promise<unknown>, before: () => void = () => {}): Promise<number> {
  const taken: number[] = [];
  collectGarbage();
  for (let round = -WARMING_UP; round < ROUNDS; round++) {
    before();
    const watch = watchTurns();
    await work();
    const ms = watch.end();
    if (round >= 0) taken.push(ms);
  }
  return median(taken);
}

/** Counts this thread's CPU from one turn of the loop to the next; `end` tells the most that there was, in milliseconds. */
function watchTurns(): { end(): number } {
  let most = 0;
  let before = threadCpu();
  let next: NodeJS.Immediate;
  const count = () => {
    const now = threadCpu();
    most = Math.max(most, now - before);
    before = now;
  };
  const turn = () => {
    count();
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  return {
    end() {
      clearImmediate(next);
      count(); // the answer may have arrived within the turn that wrote the last of it
      return most / 1_000;
    },
  };
}

/** Microseconds. Linux tells a thread's CPU as of the last tick, unless the process's CPU was asked for before. */
function threadCpu(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Answers `/N` with N bytes. */
async function openBare(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    response.end(Buffer.alloc(Number(request.url!.slice(1)), 'x'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
