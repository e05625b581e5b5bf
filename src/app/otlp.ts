// Pushes metrics by OTLP over HTTP, for users who don't scrape. The modules that only this needs are loaded with the first push.
import type { Config } from '../config/resolve/resolve.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createPush, type PushAnswer, type PushState } from '../metrics/otlp/push.ts';
import { authorization, openTls } from '../receivers/alertmanager/access.ts';
import type { Delivery } from '../receivers/delivery/post.ts';
import { verdictOf } from '../receivers/delivery/verdict.ts';
import { replicaName } from './alerts/alerting.ts';
import type { Configured } from './configured.ts';
import { every } from './every.ts';
import { inForce } from './in-force.ts';
import type { Logger } from './log/logger.ts';
import { userAgent, version } from './version.ts';
import type { World } from './world.ts';

export interface OtlpOptions {
  readonly world: World;
  readonly log: Logger;
  readonly scrub: (text: string) => string;
  readonly metrics: () => Pick<Metrics, 'scrape'>;
}

export interface Otlp extends AsyncDisposable {
  /** The state of the push; `null`: nothing has been pushed with the present configuration. */
  state(): PushState | null;
  /** Makes the push that is configured, and returns a function that puts it in force. Throws when it can't work as configured. */
  prepare(configured: Configured): () => void;
}

/** Makes the push of metrics. It begins a moment after a prepared push is put in force. */
export function createOtlp(options: OtlpOptions): Otlp {
  const startedAt = options.world.clock.now(); // counters count from here
  const inForceNow = inForce<Pushing | null>(null);
  const prepare: Otlp['prepare'] = ({ config }) => {
    const next = config.otlp && createPushing(config, config.otlp, { ...options, startedAt });
    return () => {
      void inForceNow.replace(next)?.stop();
      next?.start();
    };
  };
  return {
    state: () => inForceNow()?.state() ?? null,
    prepare,
    [Symbol.asyncDispose]: async () => inForceNow()?.stop(),
  };
}

interface Pushing {
  state(): PushState | null;
  start(): void;
  /** Stops the push, and breaks off a request that is under way. */
  stop(): Promise<void>;
}

function createPushing(
  config: Config,
  otlp: NonNullable<Config['otlp']>,
  { world, log, scrub, metrics, startedAt }: OtlpOptions & { readonly startedAt: number },
): Pushing {
  const { clock, network, after } = world;
  const endpoint = new URL(otlp.url);
  const resource = {
    'service.name': 'floatwatch',
    'service.instance.id': replicaName(config, world.hostname),
    'service.version': version,
    ...otlp.resource_attributes,
  };
  const tls = openTls(otlp.tls);
  let connect = tls();
  let poster = network.poster({ connect, scrub, guarded: true });
  const push = createPush({ clock, bodies, post, onTrouble });
  const timers: (() => void)[] = [];

  return {
    state: push.state,
    start: () => void timers.push(after(0, push.now), every(after, otlp.interval, push.now)),
    async stop() {
      for (const forget of timers) forget();
      push.end();
      await poster.close();
    },
  };

  async function* bodies(): AsyncGenerator<Uint8Array> {
    const { createProducer, requestBodies } = await import('../metrics/otlp/opentelemetry.ts');
    const scrape = () => metrics().scrape();
    const producer = createProducer({ scrape, now: clock.now, startedAt, resource, version });
    yield* requestBodies((await producer.collect()).resourceMetrics);
  }

  async function post(body: Uint8Array): Promise<PushAnswer> {
    renewTls();
    const own = otlp.headers.map(({ name, value }) => [name.toLowerCase(), value.reveal()]);
    const headers = {
      ...{ 'user-agent': userAgent, 'content-encoding': 'gzip' },
      ...authorization(otlp),
      ...(Object.fromEntries(own) as Record<string, string>),
    };
    return answerOf(await poster.post(endpoint, body, headers), { now: clock.now(), scrub });
  }

  function renewTls(): void {
    if (tls() === connect) return;
    connect = tls();
    void poster.close();
    poster = network.poster({ connect, scrub, guarded: true });
  }

  function onTrouble(trouble: string | null): void {
    if (trouble === null) log.info('metrics are pushed again');
    else log.warn({ reason: trouble }, 'metrics could not be pushed');
  }
}

function answerOf(
  delivery: Delivery,
  { now, scrub }: { readonly now: number; readonly scrub: (text: string) => string },
): PushAnswer {
  const verdict = verdictOf(delivery, now);
  if (verdict.kind === 'done') return { trouble: refusedPart(delivery.body, scrub), isAway: false };
  const { detail: trouble } = verdict;
  if (verdict.kind !== 'temporary') return { trouble, isAway: false };
  return { trouble, isAway: true, ...(verdict.afterMs !== undefined && { afterMs: verdict.afterMs }) };
}

interface PartialSuccess {
  readonly rejectedDataPoints?: number | string;
  readonly errorMessage?: string;
}

/** Says which part the receiver refused in a good answer; `null`: none. */
function refusedPart(body: string, scrub: (text: string) => string): string | null {
  const { rejectedDataPoints = 0, errorMessage = '' } = partialSuccess(body);
  if (Number(rejectedDataPoints) === 0 && errorMessage === '') return null;
  return `${rejectedDataPoints} data ${Number(rejectedDataPoints) === 1 ? 'point was' : 'points were'} rejected: ${scrub(errorMessage).slice(0, 200)}`;
}

/** Reads `partialSuccess` from an ExportMetricsServiceResponse in JSON; empty for any other answer. */
function partialSuccess(body: string): PartialSuccess {
  try {
    return (JSON.parse(body) as { readonly partialSuccess?: PartialSuccess }).partialSuccess ?? {};
  } catch {
    return {};
  }
}
