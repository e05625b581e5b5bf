// The demo's story: fifteen minutes that repeat from the first start on, so that a later start continues them.
import { MINUTE_MS, SECOND_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';

export const ROUND_MS = 15 * MINUTE_MS;
/** When the wallet has run low, and when its top-up comes, from the beginning of each round. */
export const LOW_AFTER_MS = 20 * SECOND_MS;
export const TOPPED_UP_AFTER_MS = 4 * MINUTE_MS;

/** The merchants that play a part, by their names in the sandbox. */
export const CAST = {
  low: 'acme-ug',
  blind: 'lakeside-loans',
  refused: 'zebra-tz',
  option: 'acme-ke',
  payday: 'lakeside-loans',
} as const;

export type SceneName = 'calm' | 'low' | 'topped_up' | 'blind' | 'refused' | 'option' | 'payday';

export interface Scene {
  readonly name: SceneName;
  /** From the beginning of the round, in milliseconds. */
  readonly from: number;
  /** What the user sees, as a sentence without its full stop. */
  readonly says: string;
}

const account = (merchant: string) => `demo-${merchant}`;

/** The scenes in order; each lasts until the next one begins. */
export const SCENES: readonly Scene[] = [
  { name: 'calm', from: 0, says: 'trade as on any day' },
  {
    name: 'low',
    from: LOW_AFTER_MS,
    says: `the UGX payout wallet of ${account(CAST.low)} has run low; the plan says how much to send`,
  },
  {
    name: 'topped_up',
    from: TOPPED_UP_AFTER_MS,
    says: `the top-up of ${account(CAST.low)} has come: its alert ends, and the plan's record says whether it came in time`,
  },
  {
    name: 'blind',
    from: 5 * MINUTE_MS,
    says: `the service of ${account(CAST.blind)} is down: its balances turn unknown, never zero`,
  },
  { name: 'calm', from: 7 * MINUTE_MS, says: `${account(CAST.blind)} is seen again` },
  {
    name: 'refused',
    from: 8 * MINUTE_MS,
    says: `the key of ${account(CAST.refused)} is refused: CredentialsRefused fires`,
  },
  {
    name: 'calm',
    from: 9.5 * MINUTE_MS,
    says: `the key of ${account(CAST.refused)} is good again: after five refusals it is tried every five minutes`,
  },
  {
    name: 'option',
    from: 10 * MINUTE_MS,
    says: `a payment option of ${account(CAST.option)} is switched off: PaymentOptionOff fires`,
  },
  { name: 'calm', from: 11.5 * MINUTE_MS, says: `the payment option of ${account(CAST.option)} is back` },
  {
    name: 'payday',
    from: 12 * MINUTE_MS,
    says: `payday at ${account(CAST.payday)}: its UGX payout wallet falls fast, and PayoutsSurge fires`,
  },
  { name: 'calm', from: 14 * MINUTE_MS, says: `the wallet of ${account(CAST.payday)} is filled up again` },
];

export interface Playing {
  readonly scene: Scene;
  readonly next: Scene;
  /** The time until the next scene, in milliseconds. */
  readonly leftMs: number;
  /** Since the scene began, in milliseconds. */
  readonly playedMs: number;
  /** Since the round began, in milliseconds. */
  readonly intoRoundMs: number;
}

/** The scene at an instant; `since` is the demo's first start. */
export function playingAt(since: Instant, now: Instant): Playing {
  const intoRoundMs = (((now - since) % ROUND_MS) + ROUND_MS) % ROUND_MS;
  const index = SCENES.findLastIndex(({ from }) => from <= intoRoundMs);
  const scene = SCENES[index]!;
  const next = SCENES[(index + 1) % SCENES.length]!;
  const ends = index + 1 === SCENES.length ? ROUND_MS : next.from;
  return { scene, next, leftMs: ends - intoRoundMs, playedMs: intoRoundMs - scene.from, intoRoundMs };
}

/** One line for every page: `Demo, minute 6 of 15: …`. */
export function playingLine({ scene, intoRoundMs }: Playing): string {
  return `Demo, minute ${Math.floor(intoRoundMs / MINUTE_MS) + 1} of ${ROUND_MS / MINUTE_MS}: ${scene.says}.`;
}

/** The greeting of a later start: what is true now, and what comes next. */
export function greeting({ scene, next, leftMs }: Playing): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `Now ${scene.says}. In ${seconds} s: ${next.says}.`;
}
