// Makes the whole of `/metrics`: balances and accounts, alerts, payment options and floatwatch itself, in one answer.
// `app/` makes it and sends it events; the web server answers scrapes with it.
import type { Board } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { MonitorEvents } from '../monitor/polling/ports.ts';
import { type Derived, NOT_DERIVED, type RunwayOf, type TopUpOf } from './account.ts';
import { type AlertSource, createAlertFamilies } from './alerts.ts';
import { createBalances } from './balances.ts';
import { coalesce } from './coalesce.ts';
import { createCounters } from './counters.ts';
import type { Format } from './family.ts';
import { type Compressed, compress, finish } from './gzip.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { acceptsGzip, negotiate } from './negotiate.ts';
import { createOptionFamilies } from './payment-options.ts';
import { createSelfMetrics } from './self.ts';
import type { SelfSources } from './self-gauges.ts';
import { type Caps, createSeriesLimit, DEFAULT_CAPS } from './series-limit.ts';

export interface MetricsOptions extends Omit<SelfSources, 'refused'> {
  /** The board in force; after a reload it may be another one. */
  readonly board: () => Board;
  readonly clock: Clock;
  /** The alerts, as immutable values: each change makes a new one. @default none */
  readonly alerts?: AlertSource;
  /** The board of payment options; absent: they have no families. */
  readonly optionBoard?: () => PaymentOptionBoard;
  /** Which derived series are exposed. @default {@link NOT_DERIVED} */
  readonly derived?: () => Derived;
  readonly runway?: RunwayOf;
  readonly topUp?: TopUpOf;
  /** See `createBalances`. */
  readonly forecasts?: (account?: string) => number;
  /** @default DEFAULT_CAPS */
  readonly caps?: Caps;
  /** The instruments with which the rest of the program counts. @default new ones */
  readonly instruments?: Instruments;
  /** Called for a family that couldn't be rendered; the others are served. */
  readonly onError?: (family: string, error: unknown) => void;
}

const NO_ALERTS: AlertSource = { alerts: () => [], told: () => [] };

/** An answer to a scrape. The pieces are shared between all scrapers: send them, don't write to them. */
export interface Scrape {
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
  /** Call it when the pieces have been sent, or won't be: their memory may then be used for the next answer. */
  release(): void;
}

export interface Metrics {
  /** Receives the events of the monitor. */
  readonly events: MonitorEvents;
  readonly instruments: Instruments;
  /** Wallets that are known but not exposed, by reason: over a cap, or with a name that fails the check. */
  refused(): Readonly<Record<string, number>>;
  /** Answers a scrape with these `Accept` and `Accept-Encoding` headers. A balance that is stale at this call is not in it. */
  scrape(accept?: string, acceptEncoding?: string): Promise<Scrape>;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const seriesLimit = createSeriesLimit(options.caps ?? DEFAULT_CAPS);
  const counters = createCounters();
  const { instruments = createInstruments(), derived = () => NOT_DERIVED } = options;
  const self = createSelfMetrics(instruments, { ...options, refused: seriesLimit.refused }, options.onError);
  const balances = createBalances({ ...options, derived, counters, seriesLimit });
  const alerts = createAlertFamilies(options.alerts ?? NO_ALERTS, derived);
  const paymentOptions = options.optionBoard && createOptionFamilies(options.optionBoard, options.clock);
  const compressShared = createSharedCompression();
  const renderSelf = (format: Format) =>
    coalesce(async () =>
      Buffer.from((await self.render(format)) + (format === 'openmetrics' ? '# EOF\n' : '')),
    );
  const selfText = { text: renderSelf('text'), openmetrics: renderSelf('openmetrics') };

  return {
    events: {
      observed(observation, lagMs) {
        counters.poll(observation.account, observation.outcome);
        instruments.polled(observation.durationMs, lagMs);
      },
      kept(observation, kept, tookMs) {
        if (kept === 'stored') instruments.stored(observation.wallets.length, tookMs);
      },
      missed(account, slots) {
        counters.miss(account, slots);
      },
      ledgerFailed() {},
    },
    instruments,
    refused: seriesLimit.refused,

    async scrape(accept, acceptEncoding) {
      const { format, contentType } = negotiate(accept);
      // Before the balances, because no balance may turn stale meanwhile.
      const told = await alerts();
      const offered = await paymentOptions?.();
      const { body, release } = await balances.lease();
      try {
        const last = await selfText[format]();
        const pieces = [...body.pieces[format], told, ...(offered ? [offered] : [])];
        const headers = { 'content-type': contentType, vary: 'Accept, Accept-Encoding' };
        if (!acceptsGzip(acceptEncoding)) return { headers, pieces: [...pieces, last], release };
        const begun = await compressShared(format, pieces);
        release();
        const compressed = await finish(begun, last);
        return { headers: { ...headers, 'content-encoding': 'gzip' }, pieces: compressed, release() {} };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Returns a function that compresses shared pieces once: the same pieces give the same promise. */
function createSharedCompression(): (format: Format, pieces: readonly Buffer[]) => Promise<Compressed> {
  const kept = new Map<Format, { pieces: readonly Buffer[]; compressed: Promise<Compressed> }>();
  return (format, pieces) => {
    const known = kept.get(format);
    if (known?.pieces.length === pieces.length && known.pieces.every((piece, i) => piece === pieces[i])) {
      return known.compressed;
    }
    const compressed = compress(pieces);
    kept.set(format, { pieces, compressed });
    return compressed;
  };
}
