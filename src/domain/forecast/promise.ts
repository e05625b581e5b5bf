// Tracks an alert's promise to come a whole lead time before the wallet is empty, and the margin that keeps it. Wallets are
// empty too rarely to learn from it. But any money that goes out could have been the wallet's last: every day is judged as
// if it had been, weighted by its money, because wallets run dry on days of high outflow. Used by `forecaster.ts`.
import { atConfidence, HORIZONS, startOf } from './margins.ts';

const STEP = 0.1;
const MAX_WEIGHT = 4;
/** The part of the allowed lateness that is aimed at: late alerts come in bursts, and one must not break the promise. */
const AIM = 0.6;
const REMEMBERED = 40; // days
const MAX_HORIZON = HORIZONS[HORIZONS.length - 1]!;

/** An alert that should come a whole lead time before the wallet is empty; times in days. */
export interface AlertAim {
  readonly lead: number;
  /** The time from one look at the balance to the next. */
  readonly look: number;
  /** From 0.5 to 0.99: the share of emptyings in which the first alert comes in time. */
  readonly confidence: number;
}

export interface PromiseKept {
  readonly aim: number;
  /** In widths of the forecast. */
  readonly margin: number;
  readonly held: number;
  readonly of: number;
  /** Takes in the share of a day's money for which the alert would have come too late, and the day's weight. */
  learn(late: number, weight: number): void;
}

export function createPromise({ lead, confidence }: AlertAim): PromiseKept {
  const aim = 1 - AIM * (1 - confidence);
  const verdicts: boolean[] = [];
  let margin = atConfidence(aim, (q) => (q === 0 ? 0 : startOf(Math.min(MAX_HORIZON, Math.max(1, lead)), q)));

  return {
    aim,
    get margin() {
      return margin;
    },
    get held() {
      return verdicts.filter(Boolean).length;
    },
    get of() {
      return verdicts.length;
    },
    learn(late, weight) {
      margin += STEP * Math.min(MAX_WEIGHT, weight) * (late - (1 - aim));
      verdicts.push(late === 0);
      if (verdicts.length > REMEMBERED) verdicts.shift();
    },
  };
}
