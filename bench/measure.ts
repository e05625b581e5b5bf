// Shared by all groups of the bench: what a figure is, how time, CPU and memory are measured, and how two works are
// compared.
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { profileOf, sideBySide } from './profile.ts';

/** One measured figure. `floor` and `target` are in the same unit; a target is met from below unless `atLeast`. */
export interface Measurement {
  readonly value: number;
  readonly unit: string;
  /** What the same work costs without us, measured in the same run. */
  readonly floor?: number;
  readonly target?: number;
  /** True where more is better. */
  readonly atLeast?: boolean;
}

/** Thrown when a group needs data that aren't part of the repository; the message says what to do. */
export class MissingData extends Error {}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Milliseconds of this process's CPU (user and system) that the work takes. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Milliseconds by the clock that the work takes. */
export async function wallMs(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

let profiles = false;
let shown = 0;

/** From now on, works that are compared show where their CPU goes. */
export function showProfiles(): void {
  profiles = true;
}

/** How many comparisons have shown their profiles. */
export const profilesShown = (): number => shown;

/** Runs the works in turn, A B A B …, so that a drift of the machine's speed affects both. Gives medians of `rounds`. */
export async function alternating<K extends string>(
  works: Readonly<Record<K, () => Promise<number>>>,
  rounds = 5,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) taken[name].push(await works[name]());
  }
  await profiled(works);
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<K, number>;
}

/**
 * Shows the profiles of works side by side, if that was asked for. Call it when they have been measured: no figure should be
 * of a work that was watched.
 */
export async function profiled(works: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  if (!profiles) return;
  shown++;
  const columns: Record<string, readonly string[]> = {};
  for (const [name, work] of Object.entries(works)) columns[name] = await profileOf(work);
  process.stderr.write(`${sideBySide(columns)}\n`);
}

/** Bytes of the heap and of the memory that typed arrays keep beside it, which is freed some time after a collection. */
export async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) {
    collect();
    await setTimeout(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A schedule of once a day, half a day from now, so that no slot comes during a measurement. */
export function farFromNow(): string {
  return `0 ${(new Date().getUTCHours() + 12) % 24} * * *`;
}
