// Two replicas tell PagerDuty of floods of alerts, in a simulated world where Postgres goes away, processes are killed,
// and PagerDuty fails. The result is which incidents are open there in the end.
import type { Alert } from '../../src/domain/alert.ts';
import type { Delivery, Poster } from '../../src/receivers/delivery/post.ts';
import type { Receiver } from '../../src/receivers/delivery/receiver.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { pagerduty } from '../../src/receivers/pagerduty/pagerduty.ts';
import { alertsSince, receiverContext } from '../support/delivering.ts';
import { type Chance, createChance } from './chance.ts';
import { type Clockwork, createClockwork } from './clockwork.ts';
import { createDatabase, type DatabaseTrouble } from './database.ts';
import { createDisk } from './disk.ts';

const MINUTE_MS = 60_000;
const BUSY_MS = 120 * MINUTE_MS;
const CALM_MS = 45 * MINUTE_MS;
const ACCOUNTS = 14;
const CROSSING_MS = 15_000;

export type IncidentFault = 'outages' | 'kills' | 'failures';

export interface Incidents {
  /** Keys of incidents that nobody has ended. */
  readonly open: readonly string[];
  /** How many events PagerDuty has taken. */
  readonly taken: number;
  /**
   * How many of these events ended an incident that was over already. Where the end came close to another event about the
   * incident, these may have arrived in either order, so the end is told once more: that one doesn't count.
   */
  readonly needless: number;
  /** What happened, one line each. */
  readonly trace: readonly string[];
}

/** Runs one world to its end: alerts come and go in floods for two hours, then all is well. */
export async function incidentsOf(seed: number, faults: readonly IncidentFault[]): Promise<Incidents> {
  using clockwork = createClockwork();
  const chance = createChance(seed);
  const database = createDatabase(clockwork, chance);
  const trace: string[] = [];
  const note = (line: string) =>
    trace.push(`${((clockwork.now() - begun) / 1_000).toFixed(1).padStart(8)} ${line}`);
  const begun = clockwork.now();
  const service = createPagerDuty(clockwork, chance, note);
  const replicas = ['first', 'second'].map((name) => {
    const disk = createDisk(chance);
    const seen = new Map<string, Alert>();
    const replica = { process: clockwork.spawn(name), receiver: undefined as Receiver | undefined };
    const start = () => {
      const { process } = replica;
      replica.receiver = undefined;
      void clockwork.runAs(process, () => {
        const shelf = disk.open();
        replica.receiver = pagerduty.create(
          { routing_key: { reveal: () => 'key' }, url: 'https://pagerduty.example' },
          receiverContext({
            ...{ shelf, clock: process.clock, random: chance, resendMs: MINUTE_MS },
            ...{ outbox: database.connections('floatwatch').outbox, poster: service.poster },
            local: createLocalOutbox(shelf, process.clock),
            alerts: () => [...seen.values()],
          }),
        );
        replica.receiver.tell([...seen.values()]); // as a start does
      });
    };
    start();
    return {
      name,
      see(alert: Alert) {
        clockwork.afterFor(replica.process, chance.between(0, 20_000), () => seeNow(alert));
      },
      kill() {
        note(`${name} is killed`);
        replica.process.alive = false;
        replica.process = clockwork.spawn(name);
        clockwork.after(chance.between(1_000, 120_000), start);
      },
    };

    function seeNow(alert: Alert): void {
      const before = seen.get(alert.fingerprint);
      if (before && (before.firingAt ?? 0) > (alert.firingAt ?? 0)) return; // this one comes late
      seen.set(alert.fingerprint, alert);
      replica.receiver?.tell([alert]);
    }
  });

  for (let at = 0; at < BUSY_MS; at += chance.between(15, 45) * MINUTE_MS) flood(at);
  for (const fault of faults) befall(fault);
  await clockwork.advance(BUSY_MS + CALM_MS);
  return { ...service.taken(), trace };

  /** For most accounts, an alert begins within two minutes and ends some time later. */
  function flood(from: number): void {
    const { alertOf } = alertsSince(0);
    for (let i = 0; i < ACCOUNTS; i++) {
      if (chance.is(0.2)) continue;
      const at = from + chance.between(0, 2) * MINUTE_MS;
      const until = Math.min(at + chance.between(0.5, 14) * MINUTE_MS, BUSY_MS + 10 * MINUTE_MS);
      const firingAt = Math.round(begun + at);
      const firing = alertOf(i, { firingAt, pendingAt: firingAt });
      tellAt(at, firing);
      tellAt(until, { ...firing, phase: 'inactive', resolvedAt: Math.round(begun + until) });
    }
  }

  function tellAt(at: number, alert: Alert): void {
    clockwork.after(at, () => {
      note(`${alert.fingerprint} ${alert.phase}`);
      for (const replica of replicas) replica.see(alert);
    });
  }

  function befall(fault: IncidentFault): void {
    for (let at = chance.between(0, 20) * MINUTE_MS; at < BUSY_MS; at += chance.between(5, 30) * MINUTE_MS) {
      const lastsMs = chance.between(0.2, 8) * MINUTE_MS;
      if (fault === 'kills') clockwork.after(at, () => chance.pick(replicas).kill());
      else {
        const how = chance.pick<DatabaseTrouble>(['away', 'black_hole', 'slow', 'read_only', 'answers_lost']);
        const set = (is: boolean) => {
          note(`${fault === 'outages' ? `Postgres: ${how}` : 'PagerDuty fails'} ${is ? 'begins' : 'ends'}`);
          if (fault === 'outages') database.trouble = is ? how : undefined;
          else service.fails(is);
        };
        clockwork.after(at, () => set(true));
        clockwork.after(at + lastsMs, () => set(false));
      }
    }
  }
}

/** PagerDuty, as far as it opens and ends incidents by their keys. */
function createPagerDuty(clockwork: Clockwork, chance: Chance, note: (line: string) => void) {
  const open = new Map<string, string>();
  const triggeredAt = new Map<string, number>();
  const crossed = new Set<string>(); // incidents whose end came close to another event
  let taken = 0;
  let needless = 0;
  let failing = false;

  const poster = (): Poster => ({
    post(_url, body) {
      const sender = clockwork.current();
      const { promise, resolve } = Promise.withResolvers<Delivery>();
      clockwork.after(chance.between(2, 40), () => {
        const how = failing ? chance.pick(['refused', 'failed', 'lost']) : 'ok';
        if (how === 'ok' || how === 'lost')
          take(JSON.parse(String(body)), `${sender.name}${how === 'lost' ? ', unanswered' : ''}`);
        const ms = how === 'lost' ? 10_000 : chance.between(2, 40);
        clockwork.afterFor(sender, ms, () => resolve(answer(how)));
      });
      return promise;
    },
    get: () => Promise.reject(new Error('nothing is read')),
    close: async () => {},
  });
  return {
    poster,
    fails(is: boolean) {
      failing = is;
    },
    taken: () => ({
      open: [...open].map(([key, summary]) => `${key.slice(0, 8)} ${summary}`),
      taken,
      needless,
    }),
  };

  function take(event: Event, by: string): void {
    const { event_action: action, dedup_key: key, payload } = event;
    taken++;
    note(`  ${action} ${key.slice(0, 8)} by ${by}: ${payload.summary.slice(0, 60).split('\n')[0]}`);
    const now = clockwork.now();
    if (action === 'trigger') {
      open.set(key, payload.summary.slice(0, 60));
      triggeredAt.set(key, now);
    } else if (open.delete(key)) {
      if (now - triggeredAt.get(key)! <= CROSSING_MS) crossed.add(key);
    } else if (!crossed.delete(key)) needless++;
  }

  function answer(how: string): Delivery {
    const outcome = ({ ok: 'ok', failed: 'server_error', lost: 'deadline' } as const)[how] ?? 'connect';
    const status = { ok: 202, server_error: 500 }[outcome as 'ok'] ?? null;
    return { outcome, status, detail: how, sent: how === 'lost', body: '', headers: {} };
  }
}

interface Event {
  readonly event_action: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly payload: { readonly summary: string };
}
