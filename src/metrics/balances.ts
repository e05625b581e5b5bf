// The exposition of the board: rendered per account when something changed, joined once per change, then only copied.
// Freshness is decided here, at the scrape: each account's lines carry the instant until which they hold.
import type { Board } from '../monitor/board.ts';
import type { Clock } from '../monitor/ports.ts';
import {
  type AccountCounters,
  type AccountLines,
  FAMILIES,
  type RunwayOf,
  renderAccount,
} from './account.ts';
import type { Admission } from './admission.ts';
import { type Format, familyHeader } from './family.ts';
import { createTurns } from './turns.ts';

/** One rendering, shared by everybody who asks until something changes. */
export interface Balances {
  /** The same number means the same bytes. */
  readonly version: number;
  /** The text in pieces, in order; the pieces themselves are shared and must not be written to. */
  pieces(format: Format): readonly Buffer[];
}

interface Held extends AccountLines {
  readonly boardVersion: number;
  readonly countersVersion: number;
  /** The lines hold before these instants of both clocks, and not a moment longer. */
  readonly untilWall: number;
  readonly untilMonotonic: number;
}

/**
 * Renders every account of the board.
 *
 * The returned function gives the shared rendering when nothing changed, at once. Otherwise it renders what did, in
 * turns short enough for the event loop. A caller never gets a rendering that was begun before it asked.
 */
export function createBalances(options: {
  readonly board: () => Board;
  readonly clock: Clock;
  readonly counters: (account: string) => AccountCounters;
  readonly admission: Admission;
  readonly runway?: RunwayOf | undefined;
}): () => Balances | Promise<Balances> {
  const { clock, counters, admission } = options;
  let board: Board | undefined;
  let held = new Map<string, Held>();
  let joined: Balances | undefined;
  let joinedFrom: readonly Held[] = [];
  let running: Promise<Balances> | undefined;
  let waiting: Promise<Balances> | undefined;

  return () => {
    adopt();
    if (!running) return joined && isCurrent() ? joined : begin();
    waiting ??= running.then(next, next);
    return waiting;
  };

  function next(): Promise<Balances> {
    waiting = undefined;
    adopt();
    return joined && isCurrent() ? Promise.resolve(joined) : begin();
  }

  function begin(): Promise<Balances> {
    const work = render();
    running = work;
    const done = () => {
      if (running === work) running = undefined;
    };
    work.then(done, done);
    return work;
  }

  /** After a reload the board is another one, whose versions begin again. */
  function adopt(): void {
    const now = options.board();
    if (now === board) return;
    board = now;
    held = new Map();
    joined = undefined;
    admission.keepOnly(now.accounts);
  }

  function holds(name: string, lines: Held, wall: number, monotonic: number): boolean {
    return (
      wall < lines.untilWall &&
      monotonic < lines.untilMonotonic &&
      lines.boardVersion === board?.version(name) &&
      lines.countersVersion === counters(name).version
    );
  }

  function isCurrent(): boolean {
    const wall = clock.now();
    const monotonic = clock.monotonic();
    const names = board?.accounts ?? [];
    return names.every((name, i) => {
      const lines = joinedFrom[i];
      return lines !== undefined && holds(name, lines, wall, monotonic);
    });
  }

  async function render(): Promise<Balances> {
    const from = board;
    const turns = createTurns();
    for (const name of from?.accounts ?? []) {
      const lines = held.get(name);
      if (!lines || !holds(name, lines, clock.now(), clock.monotonic())) renew(name);
      if (turns.isOver()) await turns.next();
    }
    // One look at all of them in one turn: what is joined below is what was true at this instant, in every family.
    const parts: Held[] = [];
    for (const name of from?.accounts ?? []) {
      let lines = held.get(name);
      const wall = clock.now();
      if (!lines || wall >= lines.untilWall || clock.monotonic() >= lines.untilMonotonic) lines = renew(name);
      if (lines) parts.push(lines);
    }
    const pieces = await join(parts, turns);
    const result = { version: (joined?.version ?? 0) + 1, pieces };
    if (from === board) {
      joined = result;
      joinedFrom = parts;
    }
    return result;
  }

  function renew(name: string): Held | undefined {
    const view = board?.account(name);
    if (!board || !view) return undefined;
    const counted = counters(name);
    const untilWall = Math.min(
      board.staleAt(name) ?? Number.POSITIVE_INFINITY,
      view.nextSlot ?? Number.POSITIVE_INFINITY,
    );
    const lines = {
      ...renderAccount(view, counted, { admission, runway: options.runway }),
      boardVersion: view.version,
      countersVersion: counted.version,
      untilWall,
      untilMonotonic: clock.monotonic() + (untilWall - clock.now()),
    };
    held.set(name, lines);
    return lines;
  }
}

/** Family by family, the accounts' runs one after the other. Counters' headers differ by format, so they stay apart. */
async function join(
  parts: readonly AccountLines[],
  turns: ReturnType<typeof createTurns>,
): Promise<(format: Format) => readonly Buffer[]> {
  const gauges = FAMILIES.filter((family) => family.type === 'gauge').length;
  const headers = FAMILIES.map((family) => Buffer.from(familyHeader(family, 'text')));
  const size =
    parts.reduce((sum, part) => sum + part.bytes.length, 0) +
    headers.slice(0, gauges).reduce((sum, header) => sum + header.length, 0);
  const whole = Buffer.allocUnsafeSlow(size);
  const cuts: number[] = [];
  let at = 0;
  for (let family = 0; family < FAMILIES.length; family++) {
    if (family < gauges) at += headers[family]?.copy(whole, at) ?? 0;
    else cuts.push(at);
    let steps = 0;
    for (const { bytes, ends } of parts) {
      const start = family === 0 ? 0 : (ends[family - 1] ?? 0);
      const end = ends[family] ?? start;
      if (end > start) at += bytes.copy(whole, at, start, end);
      if ((++steps & 127) === 0 && turns.isOver()) await turns.next();
    }
  }
  const render = (format: Format): readonly Buffer[] => {
    const pieces = [whole.subarray(0, cuts[0])];
    FAMILIES.slice(gauges).forEach((family, i) => {
      pieces.push(Buffer.from(familyHeader(family, format)), whole.subarray(cuts[i], cuts[i + 1] ?? at));
    });
    return pieces;
  };
  const made = { text: render('text'), openmetrics: render('openmetrics') };
  return (format) => made[format];
}
