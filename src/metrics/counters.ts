// What was counted of each account since the process started, kept as the lines that tell it: one poll changes one line.
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

/** Gives an account's counters; those of a name not asked for before are all at zero. */
export function createCounters(): (account: string) => AccountCounters {
  const counters = new Map<string, AccountCounters>();
  return (account) => {
    const known = counters.get(account);
    if (known) return known;
    const made = createAccountCounters(account);
    counters.set(account, made);
    return made;
  };
}

function createAccountCounters(account: string): AccountCounters {
  const labels = `{account="${escapeLabel(account)}"`;
  const counts = OUTCOMES.map(() => 0);
  const lines = OUTCOMES.map((_, i) => pollLine(i));
  let polls = lines.join('');
  let missed = 0;
  let version = 0;

  return {
    get version() {
      return version;
    },
    get polls() {
      if (polls === '') polls = lines.join('');
      return polls;
    },
    get missed() {
      return `${COUNTER_FAMILIES.missed.name}${labels}} ${missed}\n`;
    },
    poll(outcome) {
      const i = OUTCOMES.indexOf(outcome);
      counts[i] = (counts[i] ?? 0) + 1;
      lines[i] = pollLine(i);
      polls = '';
      version++;
    },
    miss(slots) {
      missed += slots;
      version++;
    },
  };

  function pollLine(i: number): string {
    return `${COUNTER_FAMILIES.polls.name}${labels},outcome="${OUTCOMES[i]}"} ${counts[i]}\n`;
  }
}
