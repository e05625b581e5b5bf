// The exposition of the board: rendered per account when something changed, joined once per change, then only copied.
// Freshness is decided here, at the scrape: each account's lines carry the instant until which they hold.
import type { Board } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import { type Drawn, type RunwayOf, renderAccount } from './account.ts';
import { createBodies, createSlabs, type ExpositionBody, type Part } from './body.ts';
import { coalesce } from './coalesce.ts';
import type { Counters } from './counters.ts';
import type { SeriesLimit } from './series-limit.ts';
import { createTurns } from './yield.ts';

interface Held {
  readonly part: Part;
  readonly drawn: Drawn;
  readonly boardVersion: number;
  readonly countersVersion: number;
  /** The lines hold before these instants of both clocks, and not a moment longer. */
  readonly untilWall: number;
  readonly untilMonotonic: number;
}

export interface Balances {
  /**
   * The body as it is now, to be released when it has been sent: its memory is used again.
   *
   * The shared one when nothing changed. Otherwise what did is rendered, in turns short enough for the event loop.
   * Nobody gets a body that was begun before they asked.
   */
  lease(): Promise<{ readonly body: ExpositionBody; release(): void }>;
}

/** Renders every account of the board. */
export function createBalances(options: {
  readonly board: () => Board;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly admission: SeriesLimit;
  readonly runway?: RunwayOf | undefined;
}): Balances {
  const { clock, counters, admission } = options;
  const bodies = createBodies();
  const slabs = createSlabs();
  let board = options.board();
  let names: readonly string[] = [];
  let held: (Held | undefined)[] = []; // in the order of board.accounts
  let body: ExpositionBody | undefined;
  let shown: readonly (Held | undefined)[] = []; // what `body` was joined from
  let drawn = { board: 0, counters: 0, untilWall: 0, untilMonotonic: 0 }; // what `body` shows, and until when
  const latest = coalesce(refresh);

  return {
    async lease() {
      const current = await latest();
      bodies.hold(current);
      let held = true;
      const release = () => {
        if (held) bodies.release(current);
        held = false;
      };
      return { body: current, release };
    },
  };

  async function refresh(): Promise<ExpositionBody> {
    adopt();
    return body && isCurrent() ? body : await render();
  }

  /** After a reload there are other accounts, and versions may have begun again: nothing that is held counts. */
  function adopt(): void {
    const now = options.board();
    if (now === board && now.accounts === names) return;
    board = now;
    names = now.accounts;
    held = [];
    if (body) bodies.release(body);
    body = undefined;
    shown = [];
    admission.keepOnly(names);
  }

  function isCurrent(): boolean {
    return (
      board.revision === drawn.board &&
      counters.revision === drawn.counters &&
      clock.now() < drawn.untilWall &&
      clock.monotonic() < drawn.untilMonotonic
    );
  }

  function holds(i: number, wall: number, monotonic: number): boolean {
    const lines = held[i];
    const name = names[i];
    return (
      lines !== undefined &&
      name !== undefined &&
      wall < lines.untilWall &&
      monotonic < lines.untilMonotonic &&
      lines.boardVersion === board.version(name) &&
      lines.countersVersion === counters.of(name).version
    );
  }

  async function render(): Promise<ExpositionBody> {
    const from = names;
    const turns = createTurns();
    // Taken first: what changes while we render makes the next body, at the worst without need.
    const seen = { board: board.revision, counters: counters.revision };
    let [now, alsoNow] = [clock.now(), clock.monotonic()];
    for (let i = 0; i < from.length; i++) {
      if (!holds(i, now, alsoNow)) renew(i);
      if (turns.isOver()) {
        await turns.next();
        if (reloaded(from)) return render();
        [now, alsoNow] = [clock.now(), clock.monotonic()];
      }
    }
    // One look at all in one turn: what is joined below is what held at this instant, in every family.
    const wall = clock.now();
    const monotonic = clock.monotonic();
    let untilWall = Number.POSITIVE_INFINITY;
    let untilMonotonic = Number.POSITIVE_INFINITY;
    const parts = from.map((_, i) => {
      const known = held[i];
      const holding = known && wall < known.untilWall && monotonic < known.untilMonotonic;
      const lines = holding ? known : renew(i);
      untilWall = Math.min(untilWall, lines.untilWall);
      untilMonotonic = Math.min(untilMonotonic, lines.untilMonotonic);
      return lines.part;
    });
    const last = body;
    const joined = await bodies.join(parts, { last, turns });
    slabs.clear();
    if (reloaded(from)) {
      bodies.release(joined);
      return render();
    }
    if (last) bodies.release(last);
    body = joined;
    shown = [...held];
    drawn = { ...seen, untilWall, untilMonotonic };
    return joined;
  }

  function reloaded(from: readonly string[]): boolean {
    adopt();
    return names !== from;
  }

  function renew(i: number): Held {
    const name = names[i]!;
    const view = board.account(name)!;
    const counted = counters.of(name);
    const never = Number.POSITIVE_INFINITY;
    const untilWall = Math.min(board.staleAt(name) ?? never, view.nextSlot ?? never);
    const before = shown[i];
    const { runway } = options;
    const rendered = renderAccount(view, counted, { admission, runway, before: before?.drawn });
    const lines = {
      part: slabs.keep(rendered, before?.part),
      drawn: rendered.drawn,
      boardVersion: view.version,
      countersVersion: counted.version,
      untilWall,
      untilMonotonic: clock.monotonic() + (untilWall - clock.now()),
    };
    held[i] = lines;
    return lines;
  }
}
