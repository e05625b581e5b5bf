// Alertmanagers, webhooks and the {@link Desk} in the simulated world: what they were told, when, and by which process.
import type { Delivery, Poster } from '../../src/receivers/delivery/post.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';
import { createDesk, type Desk } from './desk.ts';

export type ReceiverTrouble = 'refused' | 'silent' | 'error_500' | 'answer_lost';

/** One alert in one accepted POST to an Alertmanager; times in milliseconds. */
export interface Told {
  readonly at: number;
  readonly by: Process;
  readonly labels: Readonly<Record<string, string>>;
  /** Its labels as one text. */
  readonly identity: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** One message that a webhook took. */
export interface Message {
  readonly webhook: string;
  readonly by: Process;
  /** Whether its sender heard that it was taken. */
  readonly answered: boolean;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** Whether the webhook has seen it before: a webhook that goes by the key drops it. */
  readonly repeated: boolean;
  readonly at: number;
  /** By the sender's clock. */
  readonly theirClock: number;
  /** When that clock was last set; `undefined`: never. */
  readonly clockSetAt?: number | undefined;
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly identity: string;
  readonly startsAt: number;
}

export interface Receivers {
  /** In their order. */
  readonly told: readonly Told[];
  readonly messages: readonly Message[];
  readonly desk: Desk;
  /** What webhooks have seen: by it repeated messages are known. */
  readonly seen: Set<string>;
  /** A webhook's trouble is that of the first webhook. */
  readonly trouble: Map<'alertmanager' | 'webhook', ReceiverTrouble>;
  /** Alerts that are active at Alertmanager now, by their labels. */
  active(): ReadonlyMap<string, Told>;
  /** Of these, the alerts told of a moment ago: the others last only because a clock that was ahead said so. */
  confirmed(): ReadonlyMap<string, Told>;
  /** Alerts that were active at Alertmanager until somebody told, since an instant, that they are over. */
  endedSince(at: number): readonly Told[];
  readonly poster: () => Poster;
}

const CONFIRMED_MS = 5 * 60_000; // each alert lives for four minutes, by its sender's clock

export const ALERTMANAGER_URL = 'https://alertmanager.example';
export const webhookUrlOf = (name: string): string => `https://hooks.example/${name}`;

/** Labels as one text. */
export const identityOf = (labels: Readonly<Record<string, string>>): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}=${labels[name]}`)
    .join(',');

interface PostedAlert {
  readonly labels: Record<string, string>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status?: 'firing' | 'resolved';
}

export function createReceivers(clockwork: Clockwork, chance: Chance): Receivers {
  const told: Told[] = [];
  const messages: Message[] = [];
  const seen = new Set<string>();
  const desk = createDesk(clockwork);
  const latest = new Map<string, Told>();
  /** By its labels, the message that ended it last. */
  const ended = new Map<string, Told>();
  const trouble = new Map<'alertmanager' | 'webhook', ReceiverTrouble>();

  function take(url: URL, body: string, sent: Pick<Message, 'by' | 'key' | 'answered'>): void {
    const at = clockwork.now();
    const webhook = url.pathname.slice(1);
    const posted = JSON.parse(body) as PostedAlert[] | { readonly alerts: PostedAlert[] };
    for (const { labels, startsAt, endsAt, status } of Array.isArray(posted) ? posted : posted.alerts) {
      const alert = { at, labels, identity: identityOf(labels), startsAt: Date.parse(startsAt) };
      if (url.href.startsWith(ALERTMANAGER_URL)) {
        const one = { ...alert, by: sent.by, endsAt: Date.parse(endsAt) };
        const before = latest.get(alert.identity);
        if (before && before.endsAt > at && one.endsAt <= at) ended.set(alert.identity, one);
        told.push(one);
        latest.set(alert.identity, one);
      } else {
        const name = `${webhook} ${sent.key} ${alert.identity} ${alert.startsAt}`; // a message may tell of several alerts
        const repeated = seen.has(name);
        const clock = { theirClock: sent.by.clock.now(), clockSetAt: sent.by.setAt };
        messages.push({ ...sent, ...alert, webhook, repeated, ...clock, status: status ?? 'firing' });
        seen.add(name);
      }
    }
  }

  const poster = (): Poster => ({
    post(url, body, headers) {
      const sender = clockwork.current();
      const whose = url.href.startsWith(ALERTMANAGER_URL)
        ? 'alertmanager'
        : url.href === webhookUrlOf('ops') && 'webhook';
      const { promise, resolve } = Promise.withResolvers<Delivery>();
      const answer = (ms: number, delivery: Delivery) =>
        clockwork.afterFor(sender, ms, () => resolve(delivery));
      clockwork.after(chance.between(2, 40), () => {
        const how = whose ? trouble.get(whose) : undefined;
        if (how === 'refused') return answer(1, failed('connect'));
        if (how === 'silent') return answer(10_000, failed('deadline'));
        if (how === 'error_500') return answer(5, { ...failed('server_error'), status: 500 });
        const key = headers['idempotency-key'] ?? '';
        const said = desk.take(url, String(body), sender);
        if (said === undefined) take(url, String(body), { by: sender, key, answered: how !== 'answer_lost' });
        if (how === 'answer_lost') return answer(10_000, failed('deadline'));
        const date = new Date(clockwork.now()).toUTCString();
        answer(chance.between(2, 40), {
          outcome: 'ok',
          status: 200,
          sent: true,
          detail: null,
          body: said ?? '',
          headers: { date },
        });
      });
      return promise;
    },
    get: async () => ({ outcome: 'ok', status: 200, sent: true, detail: null, body: '[]', headers: {} }), // nothing is silenced
    close: async () => {},
  });

  const active = () => new Map([...latest].filter(([, { endsAt }]) => endsAt > clockwork.now()));
  return {
    told,
    messages,
    desk,
    seen,
    trouble,
    active,
    confirmed: () => new Map([...active()].filter(([, { at }]) => at > clockwork.now() - CONFIRMED_MS)),
    endedSince: (since) => [...ended.values()].filter(({ at }) => at >= since),
    poster,
  };
}

function failed(outcome: Delivery['outcome']): Delivery {
  return { outcome, status: null, detail: outcome, sent: true, body: '', headers: {} };
}
