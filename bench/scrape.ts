// Measures what one scrape costs the monitor's process, against building the same text by plain concatenation.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Gauge, Registry } from 'prom-client';
import type { Amount } from '../src/domain/money.ts';
import { OUTCOMES } from '../src/domain/observation.ts';
import { alternating, cpuMs, type Measurement } from './measure.ts';
import { createHouse, type House } from './scrape/house.ts';
import { createReader } from './scrape/reader.ts';

const FIELDS = ['available', 'actual', 'uncleared', 'reserve'] as const;
const TIMES = 10; // at a time: one alone is short, and chance would decide whether it pays for a garbage collection

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The group `scrape`: 10,000 wallets times `scale`. */
export async function scrape(scale: number): Promise<Record<string, Measurement>> {
  const costs = await measureCosts(10_000 * scale);
  const against = (value: number, target?: number): Measurement => ({
    value: value / costs.floor,
    unit: 'of the floor',
    floor: 1,
    ...(target === undefined ? {} : { target }),
  });
  return {
    unchanged_vs_floor: against(costs.unchanged, 0.08),
    tenth_changed_vs_floor: against(costs.tenth, 0.2),
    all_changed_vs_floor: against(costs.all, 0.7),
    unchanged_gzip_vs_floor: against(costs.unchangedGzip),
    all_changed_gzip_vs_floor: against(costs.allGzip),
    client_library_vs_floor: against(costs.library),
    floor_ms: { value: costs.floor, unit: 'ms of CPU' },
    body_mb: { value: costs.bodyMb, unit: 'MB' },
  };
}

async function measureCosts(wallets: number) {
  await using stack = new AsyncDisposableStack();
  const house = await createHouse(wallets);
  stack.defer(house.close);
  const reader = createReader(house.url);
  stack.defer(reader.close);

  house.change(1);
  const text = (await house.text()).toString();
  const floor = createFloor(house, text);
  if (floor().toString() !== text) throw new Error('the floor does not build the same text');
  let bytes = 0;
  const plain = async () => {
    bytes = await reader.read();
  };
  const scraped = (encoding: string, before: () => void) => () =>
    measured(async () => {
      before();
      return await cpuMs(() => reader.read(encoding));
    });
  const unchanged = () => {};
  const changed = (share: number) => () => house.change(share);
  const plainly = () => measured(() => cpuMs(floor));
  for (let i = 0; i < 8; i++) {
    house.change(1);
    await plain();
    floor();
  }
  const each = await alternating(
    {
      floor: plainly,
      unchanged: scraped('identity', unchanged),
      tenth: scraped('identity', changed(0.1)),
      all: scraped('identity', changed(1)),
      unchangedGzip: scraped('gzip', unchanged),
      allGzip: scraped('gzip', changed(1)),
    },
    7,
  );
  await plain();
  // Afterwards: its many objects would make every garbage collection more expensive for the others.
  const library = createLibrary(house);
  await library();
  const beside = await alternating({ floor: plainly, library: () => measured(() => cpuMs(library)) }, 5);
  return { ...each, library: (beside.library / beside.floor) * each.floor, bodyMb: bytes / 1e6 };
}

/** The mean of ten, which leave their garbage to one another and find none from before. */
async function measured(work: () => Promise<number>): Promise<number> {
  collectGarbage();
  await sleep(50); // until the collector's other threads have ended
  await work(); // not counted: the collection has emptied its caches
  let sum = 0;
  for (let i = 0; i < TIMES; i++) sum += await work();
  return sum / TIMES;
}

/** The same text, built as plainly as possible from values at hand; the parts that aren't wallets or accounts are given. */
function createFloor({ names, board }: House, text: string): () => Buffer {
  const lines = text.split('\n');
  const headers = new Map<string, string>();
  for (let i = 0; i < lines.length; i++) {
    const name = /^# HELP (\S+)/.exec(lines[i]!)?.[1];
    if (name) headers.set(name, `${lines[i]}\n${lines[i + 1]}\n`);
  }
  const rest = text.slice(text.indexOf('# HELP floatwatch_alert_state'));
  const missed = lines.filter((line) => line.startsWith('floatwatch_slots_missed_total')).map(lastWord);
  const polls = lines.filter((line) => line.startsWith('floatwatch_polls_total')).map(lastWord);
  const views = names.map((name) => board.account(name)!);
  const wallets = views.flatMap((view) => view.wallets);

  return () => {
    let built = '';
    for (const field of FIELDS) {
      built += headers.get(`merchant_wallet_${field}_balance`);
      for (const { account, currency, walletType, balance } of wallets) {
        built += `merchant_wallet_${field}_balance{account="${account}",currency="${currency}",wallet_type="${walletType}"} ${balance?.[field]}\n`;
      }
    }
    built += headers.get('merchant_wallet_balance_difference');
    built += headers.get('merchant_wallet_runway_seconds');
    built += headers.get('merchant_wallet_top_up_needed');
    built += headers.get('merchant_wallet_top_up_deadline_timestamp_seconds');
    built += headers.get('merchant_wallet_observed_timestamp_seconds');
    for (const { account, currency, walletType, observedAt } of wallets) {
      built += `merchant_wallet_observed_timestamp_seconds{account="${account}",currency="${currency}",wallet_type="${walletType}"} ${(observedAt ?? 0) / 1000}\n`;
    }
    built += headers.get('merchant_wallet_state');
    for (const { account, currency, walletType, state } of wallets) {
      built += `merchant_wallet_state{account="${account}",currency="${currency}",wallet_type="${walletType}",state="${state}"} 1\n`;
    }
    const perAccount = (name: string, value: (index: number) => string | number) => {
      built += headers.get(name);
      views.forEach(({ account }, i) => {
        built += `${name}{account="${account}"} ${value(i)}\n`;
      });
    };
    perAccount('floatwatch_account_up', () => 1);
    perAccount('floatwatch_account_last_success_timestamp_seconds', (i) => views[i]!.lastSuccessAt! / 1000);
    perAccount('floatwatch_account_last_attempt_timestamp_seconds', (i) => views[i]!.last!.startedAt / 1000);
    perAccount('floatwatch_account_next_slot_timestamp_seconds', (i) => views[i]!.nextSlot! / 1000);
    perAccount('floatwatch_account_consecutive_failures', () => 0);
    perAccount('floatwatch_account_last_poll_duration_seconds', () => 0.12);
    built += headers.get('floatwatch_polls_total');
    let at = 0;
    for (const { account } of views) {
      for (const outcome of OUTCOMES) {
        built += `floatwatch_polls_total{account="${account}",outcome="${outcome}"} ${polls[at++]}\n`;
      }
    }
    perAccount('floatwatch_slots_missed_total', (i) => missed[i]!);
    return Buffer.from(built + rest);
  };
}

/** The client library does the same work: it sets values and makes the text. It rounds the amounts, which we never do. */
function createLibrary({ names, board }: House): () => Promise<Buffer> {
  const registry = new Registry();
  const labelNames = ['account', 'currency', 'wallet_type'] as const;
  const gauge = (name: string, more: readonly string[] = []) =>
    new Gauge({ name, help: name, labelNames: [...labelNames, ...more], registers: [registry] });
  const balances = FIELDS.map((field) => gauge(`merchant_wallet_${field}_balance`));
  const observed = gauge('merchant_wallet_observed_timestamp_seconds');
  const states = gauge('merchant_wallet_state', ['state']);
  const asFloat = (amount: Amount | null | undefined) => Number.parseFloat(amount ?? '0');
  return async () => {
    for (const name of names) {
      for (const { account, currency, walletType, balance, observedAt, state } of board.account(name)!
        .wallets) {
        const labels = { account, currency, wallet_type: walletType };
        FIELDS.forEach((field, i) => {
          balances[i]!.set(labels, asFloat(balance?.[field]));
        });
        observed.set(labels, (observedAt ?? 0) / 1000);
        states.set({ ...labels, state }, 1);
      }
    }
    return Buffer.from(await registry.metrics());
  };
}

function lastWord(line: string): string {
  return line.slice(line.lastIndexOf(' ') + 1);
}
