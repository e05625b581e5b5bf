// The story that the demo tells: a payout wallet runs low half a minute after the start, and is topped up later.
import type { Instant } from '../domain/observation.ts';
import type { SimulatedClock } from './clock.ts';
import { createSimulatedClock } from './clock.ts';
import { MERCHANTS } from './merchants.ts';
import { createScenario, type Scenario, type SuggestedThreshold } from './scenario.ts';

/** The wallet that the story is about; 5,000,000 UGX is what its owner wants to keep in it. */
export const STORY_WALLET = {
  merchant: 'acme-ug',
  currency: 'UGX',
  walletType: 'MERCHANT_PAYOUT',
  threshold: '5000000',
} as const;

export interface Story {
  readonly scenario: Scenario;
  /** Up to `startedAt` simulated and wall time are the same, so that the past can be told; then it runs faster. */
  readonly clock: SimulatedClock;
  /** By the wall's clock: when the wallet falls below its threshold, and when the top-up arrives. */
  readonly lowAt: Instant;
  readonly toppedUpAt: Instant;
  /** For every wallet that can run low. */
  readonly thresholds: readonly SuggestedThreshold[];
}

export interface StoryOptions {
  /** When the demo was started for the first time, by the wall's clock; kept, a second start goes on from there. */
  readonly startedAt: Instant;
  readonly wall: () => Instant;
  /** Simulated seconds per second; default 60. */
  readonly speed?: number;
  /** From the start to the low wallet, and from there to the top-up, in milliseconds of the wall: 25 s, 4 minutes. */
  readonly lowAfterMs?: number;
  readonly lowForMs?: number;
}

export function createStory(options: StoryOptions): Story {
  const { startedAt, wall, speed = 60, lowAfterMs = 25_000, lowForMs = 240_000 } = options;
  const lowAt = startedAt + lowAfterMs * speed;
  const anchor = { ...STORY_WALLET, lowAt, toppedUpAt: lowAt + lowForMs * speed };
  const scenario = createScenario({ seed: 'floatwatch', merchants: MERCHANTS, anchor });
  return {
    scenario,
    clock: createSimulatedClock({ wall, speed, start: startedAt }),
    lowAt: startedAt + lowAfterMs,
    toppedUpAt: startedAt + lowAfterMs + lowForMs,
    thresholds: scenario.thresholds,
  };
}
