// Sorts plans in the order in which somebody should act on them. Used by the command, the API and the pages.
import type { TopUp } from '../../domain/forecast/plans.ts';
import { ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { compareTexts } from '../../domain/order.ts';
import { sortedInTurns } from '../sorted-in-turns.ts';
import type { PlanRow } from './plans.ts';

/** A wallet that has a plan. */
export interface PlannedRow extends PlanRow {
  readonly topUp: Exclude<TopUp, { readonly unplanned: unknown }>;
}
/** A wallet that has none. */
export interface UnplannedRow extends PlanRow {
  readonly topUp: Extract<TopUp, { readonly unplanned: unknown }>;
}

/** Wallets, grouped by what somebody must do about them. */
export interface OrderedPlans {
  /** Those that need money, the most urgent first. */
  readonly send: readonly PlannedRow[];
  /** Those without a plan; first those whose balance isn't known. */
  readonly unplanned: readonly UnplannedRow[];
  /** Those that need nothing, the shortest lasting first. */
  readonly enough: readonly PlannedRow[];
}

/** Groups and sorts the rows, in turns short enough for the event loop. */
export async function orderedPlans(rows: readonly PlanRow[]): Promise<OrderedPlans> {
  const planned = rows.filter(isPlanned);
  const enough = planned.filter((row) => !needsMoney(row));
  return {
    send: await sortedInTurns(planned.filter(needsMoney), compareUrgency),
    unplanned: await sortedInTurns(rows.filter(isUnplanned), compareUnplanned),
    enough: await sortedInTurns(enough, compareLasting),
  };
}

/** All of them as one list. Those without a plan may need money, so they come before those that need nothing. */
export function asOneList({ send, unplanned, enough }: OrderedPlans): readonly PlanRow[] {
  return [...send, ...unplanned, ...enough];
}

export function isPlanned(row: PlanRow): row is PlannedRow {
  return !('unplanned' in row.topUp);
}

function isUnplanned(row: PlanRow): row is UnplannedRow {
  return !isPlanned(row);
}

export function needsMoney({ topUp }: PlannedRow): boolean {
  return topUp.needed !== ZERO;
}

/** Late ones first, then by deadline, then by how long they last: in this order, too, sources are shared out. */
function compareUrgency(a: PlannedRow, b: PlannedRow): number {
  return (
    Number(b.topUp.late) - Number(a.topUp.late) ||
    compareInstants(dueAt(a), dueAt(b)) ||
    compareInstants(a.topUp.lastsUntil, b.topUp.lastsUntil) ||
    compareNames(a, b)
  );
}

function compareLasting(a: PlannedRow, b: PlannedRow): number {
  return compareInstants(a.topUp.lastsUntil, b.topUp.lastsUntil) || compareNames(a, b);
}

function compareUnplanned(a: UnplannedRow, b: UnplannedRow): number {
  const isUnknown = ({ topUp }: UnplannedRow) => topUp.unplanned === 'balance_unknown';
  return Number(isUnknown(b)) - Number(isUnknown(a)) || compareNames(a, b);
}

/** A late top-up that can be requested now is due at once; its `by` is the time of planning, which differs by account. */
function dueAt({ topUp: { by, late, open } }: PlannedRow): Instant | undefined {
  return late && open ? 0 : by;
}

/** `undefined` is more than 60 days ahead, and comes last. */
function compareInstants(a: Instant | undefined, b: Instant | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}

function compareNames(a: PlanRow, b: PlanRow): number {
  return (
    compareTexts(a.account, b.account) ||
    compareTexts(a.currency, b.currency) ||
    compareTexts(a.walletType, b.walletType)
  );
}
