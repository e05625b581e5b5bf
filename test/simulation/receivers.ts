// Alertmanagers, webhooks and the {@link Desk} in the simulated world: what they were told, when, and by which process.
import type { Delivery, Poster } from '../../src/receivers/delivery/post.ts';
import { type Alertmanager, createAlertmanager } from './alertmanager.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';
import { createDesk, type Desk } from './desk.ts';

export type ReceiverTrouble = 'refused' | 'silent' | 'error_500' | 'answer_lost';

export type Troubled = 'alertmanager' | 'second' | 'webhook';

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

/** Where its own members name no Alertmanager, they are the first one's. */
export interface Receivers extends Alertmanager {
  readonly first: Alertmanager;
  /** Told only where the settings have it. */
  readonly second: Alertmanager;
  readonly messages: readonly Message[];
  readonly desk: Desk;
  /** What webhooks have seen: by it repeated messages are known. */
  readonly seen: Set<string>;
  /** A webhook's trouble is that of the first webhook. */
  readonly trouble: Map<Troubled, ReceiverTrouble>;
  readonly poster: () => Poster;
}

export const ALERTMANAGER_URL = 'https://alertmanager.example';
export const SECOND_ALERTMANAGER_URL = 'https://second.example';
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
  const first = createAlertmanager(clockwork);
  const second = createAlertmanager(clockwork);
  const messages: Message[] = [];
  const seen = new Set<string>();
  const desk = createDesk(clockwork);
  const trouble = new Map<Troubled, ReceiverTrouble>();

  const identities = new Map<string, string>(); // by labels as they were sent: an alert is told of each minute

  function identityOfSent(labels: Readonly<Record<string, string>>): string {
    const sent = JSON.stringify(labels);
    const known = identities.get(sent) ?? identityOf(labels);
    identities.set(sent, known);
    return known;
  }

  function take(url: URL, body: string, sent: Pick<Message, 'by' | 'key' | 'answered'>): void {
    const at = clockwork.now();
    const webhook = url.pathname.slice(1);
    const posted = JSON.parse(body) as PostedAlert[] | { readonly alerts: PostedAlert[] };
    for (const { labels, startsAt, endsAt, status } of Array.isArray(posted) ? posted : posted.alerts) {
      const alert = { at, labels, identity: identityOfSent(labels), startsAt: Date.parse(startsAt) };
      const whose = troubledBy(url);
      if (whose === 'alertmanager' || whose === 'second') {
        (whose === 'second' ? second : first).take({ ...alert, by: sent.by, endsAt: Date.parse(endsAt) });
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
      const whose = troubledBy(url);
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

  return { ...first, first, second, messages, desk, seen, trouble, poster };
}

/** Whose trouble may keep a message from that address; `undefined`: nobody's. */
function troubledBy({ href }: URL): Troubled | undefined {
  if (href.startsWith(ALERTMANAGER_URL)) return 'alertmanager';
  if (href.startsWith(SECOND_ALERTMANAGER_URL)) return 'second';
  return href === webhookUrlOf('ops') ? 'webhook' : undefined;
}

function failed(outcome: Delivery['outcome']): Delivery {
  return { outcome, status: null, detail: outcome, sent: true, body: '', headers: {} };
}
