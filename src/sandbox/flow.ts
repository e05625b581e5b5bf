// Money that flows with the rhythm of days and weeks, in closed form: the amount that has flowed by an instant follows
// from that instant alone, so the past, the present and the far future cost the same.
import { DAY_MS, HOUR_MS, WEEK_MS } from '../domain/duration.ts';
import type { Instant } from '../domain/observation.ts';
import { draw, drawBetween } from './chance.ts';

const MONDAY = Date.UTC(2020, 0, 6);
const SLICE_MS = 15_000; // within it nothing moves: a payment is an event, not a trickle
const BURST_MS = 12 * 60_000; // payments come in bursts of some minutes

/** The amount that has flowed from a fixed beginning up to an instant, in minor units. It never falls as time goes on. */
export type Flow = (at: Instant) => bigint;

/** When money flows: more in some hours of the local week than in others. */
export interface Rhythm {
  /** Activity since Monday 00:00, in the rhythm's own unit. It grows over the weeks without end. */
  activity(sinceMonday: number): number;
  readonly perWeek: number;
  readonly quietestDay: number;
}

/** A rhythm from the weights of each hour of the day and of each day from Monday: whole numbers, at least 2. */
export function createRhythm(hours: readonly number[], days: readonly number[]): Rhythm {
  const weights = days.flatMap((day) => hours.map((hour) => day * hour));
  const before: number[] = []; // activity from Monday 00:00 to each hour of the week
  let perWeek = 0;
  for (const weight of weights) {
    before.push(perWeek);
    perWeek += weight * HOUR_MS;
  }
  return {
    perWeek,
    quietestDay: Math.min(...days) * hours.reduce((sum, hour) => sum + hour, 0) * HOUR_MS,
    activity(sinceMonday) {
      const week = Math.floor(sinceMonday / WEEK_MS);
      const inWeek = sinceMonday - week * WEEK_MS;
      const hour = Math.floor(inWeek / HOUR_MS);
      return week * perWeek + before[hour]! + weights[hour]! * (inWeek - hour * HOUR_MS);
    },
  };
}

export interface FlowOptions {
  readonly seed: number;
  /** Minor units in an average week. */
  readonly perWeek: bigint;
  readonly rhythm: Rhythm;
  /** East of UTC. The invented merchants live where clocks don't change. */
  readonly utcOffsetMs: number;
  /** Every payment is a multiple of this many minor units. */
  readonly grain: bigint;
}

/** A flow of `perWeek` on average, with its own busy and quiet hours, days and bursts. */
export function createFlow({ seed, perWeek, rhythm, utcOffsetMs, grain }: FlowOptions): Flow {
  const { activity, quietestDay } = rhythm;
  const scale = BigInt(rhythm.perWeek) * grain;

  // Some days are better than others: each midnight is early or late by up to a third of a quiet day's activity.
  const luck = (day: number): number => drawBetween(seed, day, 0, Math.floor(quietestDay / 3));

  return (at) => {
    const slice = Math.floor(at / SLICE_MS);
    const moved = slice * SLICE_MS + (draw(seed, slice) % SLICE_MS);
    const local = unevenly(seed, moved, BURST_MS) + utcOffsetMs - MONDAY;
    const day = Math.floor(local / DAY_MS);
    const midnight = activity(day * DAY_MS);
    const now = activity(local);
    const share = (now - midnight) / (activity((day + 1) * DAY_MS) - midnight);
    const total = now + luck(day) + Math.floor((luck(day + 1) - luck(day)) * share);
    return ((BigInt(total) * perWeek) / scale) * grain;
  };
}

/** Time that runs at another pace in each stretch of `step`, and never backwards. */
function unevenly(seed: number, at: number, step: number): number {
  const stretch = Math.floor(at / step);
  const from = stretch * step + (draw(~seed, stretch) % step);
  const to = (stretch + 1) * step + (draw(~seed, stretch + 1) % step);
  return from + Math.floor(((to - from) * (at - stretch * step)) / step);
}
