// Reads the parts of a configuration of which some values may be wrong, for the checks of several settings together.
import type { z } from 'zod';
import type { Path } from './problem.ts';

/** Takes what the checks find. */
export interface Findings {
  readonly problem: (path: Path, message: string) => void;
  readonly warning: (path: Path, message: string) => void;
}

type Shape = Record<string, z.ZodType>;

/** The values of a section that are right by themselves; `undefined` for the others. */
export type Valid<T extends Shape> = { readonly [K in keyof T]: z.output<T[K]> | undefined };

/** Those of a section's values that are right by themselves. */
export function valid<T extends Shape>(shape: T, raw: unknown): Valid<T> {
  const settings = entries(raw);
  return Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => [name, kind.safeParse(settings[name]).data]),
  ) as Valid<T>;
}

export function isSection(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** The settings of what should be a section; none when it isn't one. */
export function entries(raw: unknown): Readonly<Record<string, unknown>> {
  return isSection(raw) ? raw : {};
}

/** The items of what should be a list; none when it isn't one. */
export function list(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [];
}

/** What stands at a path of sections (it doesn't lead through lists); `undefined` when nothing does. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => entries(value)[key], root);
}
