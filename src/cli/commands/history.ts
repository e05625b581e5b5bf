import { csvLine } from '../../domain/csv.ts';
import { wallTime } from '../../domain/local-time.ts';
import { formatAmount } from '../../domain/money.ts';
import { AMOUNT_FIELDS, walletName } from '../../domain/wallet.ts';
import type { HistoryStep } from '../../store/queries/history-step.ts';
import {
  findWallet,
  readChart,
  readHistory,
  type StoredHistoryPoint,
  type StoredRange,
  type StoredWallet,
  stepFor,
} from '../../store/queries/wallet-history.ts';
import { nearestWallet } from '../input/nearest-wallet.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { type NamedWallet, walletNamed } from '../input/wallet-name.ts';
import { instantOf } from '../input/when.ts';
import { chart } from '../terminal/chart.ts';
import { jsonText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { writePiece } from '../terminal/pieces.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface HistoryFlags extends ConfigFlags {
  readonly from: string;
  readonly to?: string;
  readonly step?: HistoryStep;
  readonly csv?: true;
  readonly chart?: true;
}

/** `floatwatch history WALLET`: prints one wallet's past, from the database. */
export async function history(io: Io, name: string, flags: HistoryFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const id = walletNamed(name); // first, so that a wrong name neither opens nor makes a database
  await using store = await openStore(config, io);
  const wallet = await walletOf(store, name, id);
  const range = rangeOf(flags, wallet.timezone);
  const step = flags.step ?? stepFor(range);
  const inUtc = flags.utc && (flags.chart || step !== 'day'); // a business day is the account's own
  const shown = inUtc ? { ...wallet, timezone: 'UTC' } : wallet;
  if (flags.chart) {
    const points = await readChart(store.pool, store.schema, wallet, range);
    io.stdout.write(`${drawn(points, { wallet: shown, range, io }).join('\n')}\n`);
    return;
  }
  if (!flags.step && step !== 'raw')
    io.stderr.write(`floatwatch: by ${step}; --step raw for every snapshot\n`);
  const parts = readHistory(store.pool, store.schema, { wallet, range, step });
  if (flags.csv) await writeCsv(parts, { wallet, step, io });
  else {
    const points: StoredHistoryPoint[] = [];
    for await (const part of parts) points.push(...part);
    if (flags.json) io.stdout.write(json(wallet, points));
    else if (points.length > 0) printTable(io, columns(shown, step), points, flags);
    else
      printSentence(
        io,
        `${name} was not seen between these instants; the view polls says whether it was asked for.`,
      );
  }
}

async function walletOf(store: Store, name: string, id: NamedWallet): Promise<StoredWallet> {
  const wallet = await findWallet(store.pool, store.schema, id);
  if (wallet) return wallet;
  throw new CommandError(`no wallet ${name} was ever seen; ${await nearestWallet(store, name)}`, 2);
}

function rangeOf(flags: HistoryFlags, timezone: string): StoredRange {
  const now = Date.now();
  const from = instantOf('--from', flags.from, { timezone, now });
  const to = flags.to === undefined ? now + 1 : instantOf('--to', flags.to, { timezone, now, end: true });
  if (from > now) throw new CommandError(`--from ${flags.from}: is still to come`, 2);
  if (from >= to) throw new CommandError('--from must be before --to', 2);
  return { from, to };
}

const DROPPED: Partial<Record<keyof StoredHistoryPoint, number>> = {
  ...{ reserve: 5, uncleared: 4, actual: 3 },
  ...{ opening: 4, highest: 3, lowest: 2 },
};

function columns({ timezone }: StoredWallet, step: HistoryStep): readonly Column<StoredHistoryPoint>[] {
  const figure = (title: string, field: keyof StoredHistoryPoint): Column<StoredHistoryPoint> => ({
    title,
    align: 'decimal',
    drop: DROPPED[field] ?? 0,
    cell: (point) => (point[field] === null ? '?' : formatAmount(point[field] as never)),
  });
  const at: Column<StoredHistoryPoint> = {
    title: timezone.toUpperCase(),
    cell: (point) =>
      wallTime(point.since ?? point.at, timezone).slice(0, step === 'day' ? 10 : step === 'hour' ? 16 : 19),
  };
  if (step === 'raw') {
    return [at, ...AMOUNT_FIELDS.map((field) => figure(field.toUpperCase(), field))];
  }
  return [
    at,
    figure('OPENING', 'opening'),
    figure('CLOSING', 'available'),
    figure('LOWEST', 'lowest'),
    figure('HIGHEST', 'highest'),
    { title: 'SAMPLES', align: 'right', drop: 5, cell: (point) => String(point.samples) },
  ];
}

function named({ account, currency, walletType }: StoredWallet) {
  return { account, currency, wallet_type: walletType };
}

function json(wallet: StoredWallet, points: readonly StoredHistoryPoint[]): string {
  const rows = points.map(({ at, since, slot, ...figures }) => ({
    at: new Date(at).toISOString(),
    ...(since !== null && { since: new Date(since).toISOString() }),
    ...(slot !== null && { slot: new Date(slot).toISOString() }),
    ...figures,
  }));
  return jsonText({ ...named(wallet), timezone: wallet.timezone, points: rows });
}

async function writeCsv(
  parts: AsyncIterable<readonly StoredHistoryPoint[]>,
  { wallet, step, io }: { readonly wallet: StoredWallet; readonly step: HistoryStep; readonly io: Io },
): Promise<void> {
  const who = Object.values(named(wallet));
  const isRaw = step === 'raw';
  const title = ['account', 'currency', 'wallet_type', ...(isRaw ? ['slot', 'observed_at'] : [step])];
  await writePiece(
    io,
    csvLine([...title, ...AMOUNT_FIELDS, ...(isRaw ? [] : ['opening', 'lowest', 'highest', 'samples'])]),
  );
  for await (const part of parts) {
    const lines = part.map((point) => {
      const at = new Date(point.at).toISOString();
      const since = point.since ?? point.at;
      const when = isRaw
        ? [new Date(point.slot!).toISOString(), at]
        : [step === 'day' ? wallTime(since, wallet.timezone).slice(0, 10) : new Date(since).toISOString()];
      const more = isRaw ? [] : [point.opening, point.lowest, point.highest, point.samples];
      return csvLine([...who, ...when, ...AMOUNT_FIELDS.map((field) => point[field]), ...more]);
    });
    await writePiece(io, lines.join(''));
  }
}

function drawn(
  points: readonly StoredHistoryPoint[],
  { wallet, range, io }: { readonly wallet: StoredWallet; readonly range: StoredRange; readonly io: Io },
): string[] {
  const { timezone } = wallet;
  const lines = chart(points, {
    ...range,
    columns: Math.min(160, io.stdout.columns || 80),
    when: (instant) => wallTime(instant, timezone).slice(0, 16),
    unicode: io.env['TERM'] !== 'dumb',
  });
  return [`${walletName(wallet)}, available (${timezone})`, ...lines];
}
