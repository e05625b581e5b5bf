// Judges quiet hours: in them a receiver is told only of critical alerts, and never of what came and went meanwhile.
import type { Process } from './clockwork.ts';
import type { Message } from './receivers.ts';
import { DESK, QUIET_FROM, QUIET_UNTIL } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const DAY_MS = 86_400_000;
const PAUSE_MS = 15 * 60_000; // the longest that something is put off before the hours are looked at again
const SENDING_MS = 60_000; // from the decision to send until it is sent

type Told = Pick<Message, 'webhook' | 'labels'>;

export function createQuietJudge(world: World) {
  const { receivers, violation } = world;
  /** When each process told the Alertmanager of the end of each episode. */
  const overBy = new Map<Process, Map<string, number>>();
  /** Episodes that were told before they began: a clock that was ahead dated them, and their messages. */
  const dated = new Set<string>();
  let readTold = 0;
  let read = 0;

  return {
    look(): void {
      for (; read < receivers.messages.length; read++) {
        const message = receivers.messages[read]!;
        learnUntil(message.at);
        if (waitsForMorning(world, message)) judge(message);
      }
    },
  };

  /** Reads what processes have told the Alertmanager until then. */
  function learnUntil(at: number): void {
    for (; readTold < receivers.told.length && receivers.told[readTold]!.at <= at; readTold++) {
      const { by, identity, startsAt, endsAt, at: toldAt } = receivers.told[readTold]!;
      const own = overBy.get(by) ?? new Map<string, number>();
      overBy.set(by, own);
      if (startsAt > toldAt + SENDING_MS) dated.add(`${identity} ${startsAt}`);
      if (endsAt > toldAt) own.delete(`${identity} ${startsAt}`);
      else own.set(`${identity} ${startsAt}`, toldAt);
    }
  }

  function judge(message: Message): void {
    const { by, at, theirClock, clockSetAt = Number.NEGATIVE_INFINITY, identity, status, startsAt } = message;
    const what = `${DESK} of ${identity}`;
    const isSetSince = clockSetAt > at - SENDING_MS; // by the clock of the decision it may not have been quiet
    if (!isSetSince && isQuiet(theirClock - SENDING_MS) && isQuiet(theirClock)) {
      violation(`${by.name} tells ${what} in its quiet hours`);
    }
    const overAt = overBy.get(by)?.get(`${identity} ${startsAt}`);
    if (status === 'resolved' || overAt === undefined || at < overAt + SENDING_MS) return;
    // A clock that was ahead may have dated it after the hours: that looks right by a clock that is wrong again, or after
    // that time.
    const isWrong = Math.abs(theirClock - at) > SENDING_MS || dated.has(`${identity} ${startsAt}`);
    if (!isWrong && isQuiet(startsAt) && isQuiet(overAt)) {
      violation(`${by.name} tells ${what}, which came and went in its quiet hours`);
    }
  }
}

/** Whether the receiver isn't told of that in its quiet hours. */
function waitsForMorning(world: World, { webhook, labels }: Told): boolean {
  return settingsNow(world).desk === 'quiet' && webhook === DESK && labels['severity'] !== 'critical';
}

function isQuiet(at: number): boolean {
  return at % DAY_MS >= QUIET_FROM && at % DAY_MS < QUIET_UNTIL;
}

/**
 * The true time from which on the receiver should be told of that, where nothing has stood in the way since `clearSince`:
 * a clock that was wrong may have put it off, too.
 */
export function wakesAt(world: World, told: Told, clearSince: number): number {
  if (!waitsForMorning(world, told)) return clearSince;
  const now = world.clockwork.now();
  const today = now % DAY_MS;
  const untilMs = today < QUIET_FROM ? 0 : QUIET_UNTIL;
  return Math.max(now - today + untilMs, clearSince + PAUSE_MS);
}
