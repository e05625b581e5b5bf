// Starts the receivers that the configuration names, and passes alerts to all of them.
import { secretsOf } from '../../config/load.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { createScrubber } from '../../config/scrub.ts';
import type { Alert } from '../../domain/alert.ts';
import type { Silence } from '../../domain/silence.ts';
import type { SelfReport } from '../../monitor/alerts/builtin.ts';
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import { createOutboxLooks } from '../../receivers/delivery/outbox-looks.ts';
import { createPoster, type PosterOptions } from '../../receivers/delivery/post.ts';
import type { Receiver, ReceiverContext } from '../../receivers/delivery/receiver.ts';
import type { DeliveryVerdict } from '../../receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../receivers/local/local-outbox.ts';
import { createReceiver, type ReceiverKindName } from '../../receivers/registry.ts';
import { reportsOf } from '../../receivers/reports.ts';

export type ReceiversOptions = Omit<
  ReceiverContext,
  'name' | 'only' | 'quietHours' | 'resendMs' | 'externalUrl'
>;

/** A receiver, and whether its deliveries succeed. */
export interface ReceiverState {
  readonly name: string;
  readonly kind: ReceiverKindName;
  /** See `ReceiverStatus.trouble`. */
  readonly trouble: string | null | undefined;
  /** The address at which people open it, without a slash at its end; `null` for a receiver without a page. */
  readonly url: string | null;
  /** Whether the last read of its silences succeeded. */
  readonly tellsSilences: boolean;
}

export interface Receivers {
  /** The seconds by which each receiver's clock is ahead of ours, for receivers that have answered and whose clock matters. */
  clockSkew(): (readonly [receiver: string, seconds: number])[];
  /** Tells every receiver at once that these alerts have fired or ended. Never waits. */
  tell(alerts: readonly Alert[]): void;
  /** The names under which the receivers' messages wait. */
  readonly queues: readonly string[];
  /** The state of each receiver, for the pages. */
  states(): readonly ReceiverState[];
  /** The state of delivery, for the built-in alerts. */
  reports(): readonly SelfReport[];
  /** The silences, as they were last read from the receivers. */
  silences(): readonly Silence[];
  /** Reads the silences again. Never rejects: silences that can't be read stay as they were. */
  readSilences(): Promise<void>;
  /** Stops every receiver. Resolves no alert: alerts that fire go on, and a successor takes them over. See `Receiver.stop`. */
  stop(withinMs?: number): Promise<void>;
}

/** Starts every receiver of the configuration. */
export function createReceivers(
  { alerts, web }: Pick<Config, 'alerts' | 'web'>,
  { scrub, poster, ...shared }: ReceiversOptions,
): Receivers {
  const context = { ...shared, ...settingsOf({ alerts, web }, scrub, poster) };
  const silences = new Map<string, readonly Silence[]>();
  const telling = new Set<string>(); // names of receivers whose last read of silences succeeded
  const receivers = startAll(alerts.receivers, context);
  return {
    clockSkew: () =>
      receivers.flatMap(({ name, status }) => {
        const ms = status().clockSkew?.ms ?? null;
        return ms === null ? [] : [[name, ms / 1_000] as const];
      }),
    tell(alerts) {
      for (const receiver of receivers) receiver.tell(alerts);
    },
    queues: receivers.flatMap(({ name, queues }) => queues ?? name),
    states: () =>
      receivers.map(({ name, status }, i) => ({
        name,
        kind: alerts.receivers[i]!.kind,
        trouble: status().trouble,
        url: pageOf(alerts.receivers[i]!),
        tellsSilences: telling.has(name),
      })),
    silences: () => [...silences.values()].flat(),
    async readSilences() {
      const reads = receivers.map(async ({ name, readSilences }) => {
        if (!readSilences) return;
        const told = await readSilences().catch(() => undefined);
        if (told === undefined) return void telling.delete(name);
        silences.set(name, told);
        telling.add(name);
      });
      await Promise.all(reads);
    },
    reports: () => reportsOf(receivers),
    async stop(withinMs) {
      await Promise.all(receivers.map((receiver) => receiver.stop(withinMs)));
    },
  };
}

/** Starts the receivers one by one. When one can't work as configured, this stops the earlier ones and throws. */
function startAll(
  configured: Config['alerts']['receivers'],
  context: Parameters<typeof createReceiver>[1],
): readonly Receiver[] {
  const started: Receiver[] = [];
  try {
    for (const one of configured) started.push(createReceiver(one, context));
    return started;
  } catch (error) {
    for (const receiver of started) void receiver.stop();
    throw error;
  }
}

/** An Alertmanager's own page is at the address to which alerts are sent. */
function pageOf({ kind, settings }: Config['alerts']['receivers'][number]): string | null {
  if (kind !== 'alertmanager') return null;
  const url = new URL((settings as { readonly url: string }).url);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The names of the receivers in metrics. */
export function receiverNames({ receivers }: Config['alerts']): string[] {
  return receivers.map(({ name }) => name);
}

/** Sends one receiver an alert that ends by itself; `undefined` if no receiver has that name. */
export async function testReceiver(
  { alerts, web }: Pick<Config, 'alerts' | 'web'>,
  name: string,
): Promise<DeliveryVerdict | undefined> {
  const configured = alerts.receivers.find((one) => one.name === name);
  if (!configured) return undefined;
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const nothing: KeyValueStore = { saveStates: () => {}, loadStates: () => new Map() };
  const receiver = createReceiver(configured, {
    ...settingsOf({ alerts, web }, createScrubber(secretsOf({ alerts })), createPoster),
    clock,
    random: Math.random,
    alerts: () => [],
    outbox: NO_OUTBOX,
    local: createLocalOutbox(nothing, clock),
    looks: createOutboxLooks(NO_OUTBOX),
    shelf: nothing,
    onDelivery: () => {},
    onTrouble: () => {},
  });
  try {
    return await receiver.test();
  } finally {
    await receiver.stop();
  }
}

const away = () => Promise.reject(new Error('there is no database for a test'));
const NO_OUTBOX: Outbox = {
  ...{ add: away, conclude: away, due: away, knownByKey: away, missedEnds: away, takenAgo: away },
  ...{ claim: away, renew: away, settle: away, membersOf: away, noteTold: away, count: away, keep: away },
  ...{ awaited: away, tellAlone: away },
};

function settingsOf(
  { alerts, web }: Pick<Config, 'alerts' | 'web'>,
  scrub: (text: string) => string,
  createPoster: ReceiverContext['poster'],
) {
  return {
    scrub,
    poster: (options: PosterOptions) => createPoster({ ...options, scrub }),
    resendMs: alerts.resend,
    externalUrl: web.external_url,
  };
}
