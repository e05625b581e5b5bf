// Counters of each account since the process started, kept as rendered lines: a poll changes one of them. Counted by
// `metrics.ts`, shown by `balances.ts`.
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

function createAccountCounters(account: string, onCount: () => void): AccountCounters {
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
      if (polls === '') for (const line of lines) polls += line; // cheaper than join: it is flattened when written
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
      onCount();
    },
    miss(slots) {
      missed += slots;
      version++;
      onCount();
    },
  };

  /** Joined, which makes one flat string: what `+` makes is kept as its pieces. */
  function pollLine(i: number): string {
    return [COUNTER_FAMILIES.polls.name, labels, ',outcome="', OUTCOMES[i], '"} ', counts[i], '\n'].join('');
  }
}
