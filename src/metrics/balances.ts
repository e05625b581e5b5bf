// Makes the exposition of the board. An account is rendered when something changed, and all lines are joined once per
// change, then only copied. Freshness is decided here, at the scrape: each account's lines have an instant until which they
// hold. Used by `metrics.ts`.
import type { Board } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createTurns, type Turns } from '../monitor/turns.ts';
import {
  type Derived,
  NOT_DERIVED,
  type RenderedWallets,
  type RunwayOf,
  renderAccount,
  type TopUpOf,
} from './account.ts';
import { type BodyPart, createBodies, createSlabs, type ExpositionBody } from './body.ts';
import { coalesce } from './coalesce.ts';
import type { Counters } from './counters.ts';
import type { SeriesLimit } from './series-limit.ts';

interface CachedAccount {
  readonly part: BodyPart;
  readonly rendered: RenderedWallets;
  readonly boardVersion: number;
  readonly countersVersion: number;
  readonly forecast: number;
  /** The lines hold until these instants of both clocks: then a wallet turns stale or a slot is due. */
  readonly untilWall: number;
  readonly untilMonotonic: number;
}

export interface Balances {
  /**
   * Returns the current body. Release it when it has been sent, so that its memory is used again.
   *
   * The body is shared while nothing changes. Changes are rendered in turns short enough for the event loop. Nobody gets a
   * body that was begun before they asked.
   */
  lease(): Promise<{ readonly body: ExpositionBody; release(): void }>;
}

/** Renders every account of the board. */
export function createBalances(options: {
  readonly board: () => Board;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly seriesLimit: SeriesLimit;
  /** Called again when the board has other accounts, as after each reload. */
  readonly derived: () => Derived;
  readonly runway?: RunwayOf | undefined;
  readonly topUp?: TopUpOf | undefined;
  /**
   * A number that changes whenever `runway` or `topUp` may have changed for an account, or for any account when none is
   * named. @default always the same
   */
  readonly forecasts?: ((account?: string) => number) | undefined;
}): Balances {
  const { clock, counters, seriesLimit, forecasts = () => 0 } = options;
  const bodies = createBodies();
  const slabs = createSlabs();
  let board = options.board();
  let names: readonly string[] = [];
  let derived = NOT_DERIVED;
  let cache: (CachedAccount | undefined)[] = []; // in the order of board.accounts
  let body: ExpositionBody | undefined;
  let joined: readonly (CachedAccount | undefined)[] = []; // the lines that `body` was made from
  let validity = { board: 0, counters: 0, forecasts: 0, untilWall: 0, untilMonotonic: 0 }; // the revisions in `body`, and its end
  const refreshed = coalesce(refresh);

  return {
    async lease() {
      const current = await refreshed();
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

  /** Drops the cache after a reload: the accounts are others, and versions may begin again. */
  function adopt(): void {
    const now = options.board();
    if (now === board && now.accounts === names) return;
    board = now;
    names = now.accounts;
    derived = options.derived();
    seriesLimit.keepOnly(names);
    begin();
  }

  /** Drops all lines: the next body is made of new ones. */
  function begin(): void {
    if (body) bodies.release(body);
    body = undefined;
    cache = [];
    joined = [];
  }

  function isCurrent(): boolean {
    return (
      board.revision === validity.board &&
      counters.revision === validity.counters &&
      forecasts() === validity.forecasts &&
      clock.now() < validity.untilWall &&
      clock.monotonic() < validity.untilMonotonic
    );
  }

  function holds(i: number, wall: number, monotonic: number): boolean {
    const lines = cache[i];
    const name = names[i];
    return (
      lines !== undefined &&
      name !== undefined &&
      wall < lines.untilWall &&
      monotonic < lines.untilMonotonic &&
      lines.boardVersion === board.version(name) &&
      lines.countersVersion === counters.of(name).version &&
      lines.forecast === forecasts(name)
    );
  }

  async function render(): Promise<ExpositionBody> {
    const from = names;
    const turns = createTurns();
    // Read first: a change while we render causes the next body, at the worst without need.
    const seen = { board: board.revision, counters: counters.revision, forecasts: forecasts() };
    let [now, alsoNow] = [clock.now(), clock.monotonic()];
    for (let i = 0; i < from.length; i++) {
      if (!holds(i, now, alsoNow)) renew(i);
      if (turns.isOver()) {
        await turns.next();
        if (reloaded(from)) return render();
        [now, alsoNow] = [clock.now(), clock.monotonic()];
      }
    }
    // Checks all accounts again without yielding, so that every family shows the same instant.
    const wall = clock.now();
    const monotonic = clock.monotonic();
    let untilWall = Number.POSITIVE_INFINITY;
    let untilMonotonic = Number.POSITIVE_INFINITY;
    const parts = from.map((_, i) => {
      const known = cache[i];
      const holding = known && wall < known.untilWall && monotonic < known.untilMonotonic;
      const lines = holding ? known : renew(i);
      untilWall = Math.min(untilWall, lines.untilWall);
      untilMonotonic = Math.min(untilMonotonic, lines.untilMonotonic);
      return lines.part;
    });
    const next = await joinFrom(parts, turns);
    body = next;
    joined = [...cache];
    if (reloaded(from)) return render();
    validity = { ...seen, untilWall, untilMonotonic };
    return next;
  }

  /** Makes the next body, in place of the last one. */
  async function joinFrom(parts: readonly BodyPart[], turns: Turns): Promise<ExpositionBody> {
    const last = body;
    body = undefined; // the join takes it apart
    try {
      return await bodies.join(parts, { last, turns });
    } catch (error) {
      begin(); // parts of it are gone
      throw error;
    } finally {
      slabs.clear();
    }
  }

  function reloaded(from: readonly string[]): boolean {
    adopt();
    return names !== from;
  }

  function renew(i: number): CachedAccount {
    const name = names[i]!;
    const never = Number.POSITIVE_INFINITY;
    const staleAt = board.staleAt(name) ?? never; // read first: the view may turn stale meanwhile
    const view = board.account(name)!;
    const counted = counters.of(name);
    const untilWall = Math.min(staleAt, view.nextSlot ?? never);
    const before = joined[i];
    const { runway, topUp } = options;
    const shown = { seriesLimit, derived, runway, topUp, before: before?.rendered };
    const lines = renderAccount(view, counted, shown);
    const cached = {
      part: slabs.keep(lines, before?.part),
      rendered: lines.rendered,
      boardVersion: view.version,
      countersVersion: counted.version,
      forecast: forecasts(name),
      untilWall,
      untilMonotonic: clock.monotonic() + (untilWall - clock.now()),
    };
    cache[i] = cached;
    return cached;
  }
}
