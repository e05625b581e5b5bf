// A Postgres in memory behind a bad network, with the ledger's semantics: what src/store/ledger/complete-polls.ts does in SQL.
import type { PollResult } from '../../../src/domain/poll-result.ts';
import type { AccountSlot } from '../../../src/monitor/storage/ports.ts';
import type { World } from './simulated.ts';

interface Row {
  claim: string;
  claimedAt: number;
  /** `null`: open. `lost`: the claimant never came back. */
  result: PollResult | 'lost' | null;
}

export interface SimulatedPostgres {
  readonly rows: ReadonlyMap<string, Row>;
  /** Results kept beside: another was first (`conflict`), or had taken the slot over without a result (`fenced`). */
  readonly beside: ReadonlyMap<PollResult, 'conflict' | 'fenced'>;
  /** Results that were put into a row; one that a failover took back and that was put there again counts twice. */
  readonly fills: readonly PollResult[];
  /** How likely a request meets each kind of accident, 0 to 1. */
  trouble: number;
  down: boolean;
  /** Cuts every connection; with a number, the new primary doesn't know the last so many commits. */
  failOver(lostCommits: number): void;
  /** Open claims that are old become `lost`, as maintenance does it. */
  bury(olderThanMs: number): void;
  /** A connection of one process; `alive` false: the process is gone and hears nothing any more. */
  connect(process: { readonly name: string; readonly alive: boolean }): SimulatedLedger;
}

export interface SimulatedLedger {
  claim(due: readonly AccountSlot[]): Promise<AccountSlot[]>;
  takeOver(open: readonly AccountSlot[], olderThanMs: number): Promise<AccountSlot[]>;
  complete(results: readonly PollResult[]): Promise<('stored' | 'conflict')[]>;
}

/** The detail by which a result is known to be one that Postgres refuses for ever. */
export const POISON = 'poison';

export const keyOf = ({ account, slot }: AccountSlot): string => `${account} ${slot}`;

export function simulatedPostgres(world: World): SimulatedPostgres {
  const rows = new Map<string, Row>();
  const beside = new Map<PollResult, 'conflict' | 'fenced'>();
  const fills: PollResult[] = [];
  const undo: (() => void)[] = []; // one for each commit, the last one last
  let epoch = 0;
  let claims = 0;

  const postgres: SimulatedPostgres = {
    rows,
    beside,
    fills,
    trouble: 0,
    down: false,

    failOver(lostCommits) {
      epoch++;
      for (let i = 0; i < lostCommits; i++) undo.pop()?.();
    },

    bury(olderThanMs) {
      for (const row of rows.values()) {
        const old = row.result === null && row.claimedAt <= world.clock.monotonic() - olderThanMs;
        if (old) change(row, { ...row, result: 'lost' });
      }
    },

    connect(process) {
      const held = new Map<string, string>();
      const ask = <T>(statement: () => T) => request(process, statement);
      return {
        claim: (due) =>
          ask(() => {
            const claim = `${process.name} ${++claims}`;
            const ours = due.filter((each) => !rows.has(keyOf(each)));
            commit(() => {
              for (const each of ours) {
                insert(keyOf(each), { claim, claimedAt: world.clock.monotonic(), result: null });
              }
            });
            return { ours, claim };
          }).then(({ ours, claim }) => hold(ours, claim)),

        takeOver: (open, olderThanMs) =>
          ask(() => {
            const claim = `${process.name} ${++claims}`;
            const claimedAt = world.clock.monotonic();
            const ours = open.filter((each) => {
              const row = rows.get(keyOf(each));
              return row?.result === null && row.claimedAt <= claimedAt - olderThanMs;
            });
            commit(() => {
              for (const each of ours) change(rows.get(keyOf(each))!, { claim, claimedAt, result: null });
            });
            return { ours, claim };
          }).then(({ ours, claim }) => hold(ours, claim)),

        complete: (results) => {
          const claimed = results.map((result) => ({ result, claim: held.get(keyOf(result)) }));
          return ask(() => {
            if (results.some((each) => each.detail === POISON)) throw refusal('22021');
            return commit(() => claimed.map(({ result, claim }) => place(result, claim)));
          }).then((outcomes) => {
            for (const each of results) held.delete(keyOf(each));
            return outcomes;
          });
        },
      };

      function hold(ours: AccountSlot[], claim: string): AccountSlot[] {
        for (const each of ours) held.set(keyOf(each), claim);
        return ours;
      }
    },
  };
  return postgres;

  function place(result: PollResult, claim: string | undefined): 'stored' | 'conflict' {
    const row = rows.get(keyOf(result));
    if (row?.result === result) return 'stored'; // an earlier write of this very one was committed
    const ours = row?.result === null && (claim === undefined || row.claim === claim);
    if (row && (ours || row.result === 'lost')) {
      change(row, { ...row, result });
      fills.push(result);
      return 'stored';
    }
    if (!row) {
      insert(keyOf(result), { claim: 'nobody', claimedAt: world.clock.monotonic(), result });
      fills.push(result);
      return 'stored';
    }
    if (!beside.has(result)) {
      beside.set(result, row.result === null ? 'fenced' : 'conflict');
      step(() => beside.delete(result));
    }
    return 'conflict';
  }

  function commit<T>(work: () => T): T {
    undo.push(() => {});
    return work();
  }

  function step(back: () => void): void {
    const before = undo.pop() ?? (() => {});
    undo.push(() => {
      back();
      before();
    });
  }

  function insert(key: string, row: Row): void {
    rows.set(key, row);
    step(() => rows.delete(key));
  }

  function change(row: Row, to: Row): void {
    const before = { ...row };
    Object.assign(row, to);
    step(() => Object.assign(row, before));
  }

  /**
   * One request over the network. A process that is gone when the answer comes never hears it; nor does any hear
   * through a connection that a failover has cut.
   */
  async function request<T>(process: { readonly alive: boolean }, statement: () => T): Promise<T> {
    const connected = epoch;
    const run = () => {
      if (postgres.down) throw refusal('57P03');
      if (connected !== epoch) throw new Error('Connection terminated unexpectedly');
      return statement();
    };
    const answer = await befall(run).then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    if (!process.alive) await new Promise<never>(() => {});
    if (connected !== epoch) throw new Error('Connection terminated unexpectedly');
    return answer();
  }

  /** What may befall a request. */
  async function befall<T>(run: () => T): Promise<T> {
    const accident = world.random() < postgres.trouble ? Math.floor(world.random() * 7) : -1;
    await world.sleep(1 + world.random() * 50); // what was sent arrives, whether its sender lives or not
    switch (accident) {
      case 0: // it never arrived
        await world.sleep(100);
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      case 1: // committed, and the acknowledgement lost
        run();
        await world.sleep(100);
        throw new Error('Connection terminated unexpectedly');
      case 2:
        await world.sleep(10);
        throw new Error('COMMIT was answered with ROLLBACK: nothing was stored');
      case 3:
        await world.sleep(10);
        throw refusal('40P01');
      case 4: // slow
        await world.sleep(world.random() * 9_000);
        break;
      case 5: // a black hole, until our own timeout
        await world.sleep(10_000);
        throw new Error('Query read timeout');
      case 6: // the same, but it was committed
        await world.sleep(world.random() * 9_000);
        run();
        await world.sleep(1_000);
        throw new Error('Query read timeout');
    }
    const answer = run();
    await world.sleep(1 + world.random() * 50);
    return answer;
  }
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}
