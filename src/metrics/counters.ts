// Counters of each account since the process started. Counted by `metrics.ts`, shown by `balances.ts`.
import { OUTCOMES, type Outcome } from '../domain/observation.ts';
import { COUNTER_FAMILIES } from './catalogue.ts';
import { escapeLabel } from './family.ts';

export interface AccountCounters {
  /** Grows with every count. */
  readonly version: number;
  /** The account's lines of `floatwatch_polls_total`. */
  readonly polls: string;
  /** The account's line of `floatwatch_slots_missed_total`. */
  readonly missed: string;
  poll(outcome: Outcome): void;
  miss(slots: number): void;
}

export interface Counters {
  /** An account's; those of a name not asked for before are all at zero. */
  of(account: string): AccountCounters;
  /** Grows with every count of any account. */
  readonly revision: number;
}

export function createCounters(): Counters {
  const counters = new Map<string, AccountCounters>();
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    of(account) {
      const known = counters.get(account);
      if (known) return known;
      const made = createAccountCounters(account, () => revision++);
      counters.set(account, made);
      return made;
    },
  };
}

const OUTCOME_LABELS = OUTCOMES.map((outcome) => `,outcome="${outcome}"} `);

function createAccountCounters(account: string, onCount: () => void): AccountCounters {
  const labels = `{account="${escapeLabel(account)}"`;
  const counts = OUTCOMES.map(() => 0);
  const polls = [COUNTER_FAMILIES.polls.name, labels].join(''); // flat: what `+` makes is kept as its pieces
  let missed = 0;
  let version = 0;

  return {
    get version() {
      return version;
    },
    get polls() {
      let lines = '';
      for (let i = 0; i < counts.length; i++) lines += `${polls}${OUTCOME_LABELS[i]}${counts[i]}\n`;
      return lines; // not kept: two kilobytes for each account
    },
    get missed() {
      return `${COUNTER_FAMILIES.missed.name}${labels}} ${missed}\n`;
    },
    poll(outcome) {
      const i = OUTCOMES.indexOf(outcome);
      counts[i] = (counts[i] ?? 0) + 1;
      version++;
      onCount();
    },
    miss(slots) {
      missed += slots;
      version++;
      onCount();
    },
  };
}
