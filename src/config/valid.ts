// Reads the valid parts of a configuration in which some values may be invalid, for checks of several settings together.
import type { z } from 'zod';
import type { Path } from './problem.ts';

/** Takes the findings of the checks. */
export interface Findings {
  readonly problem: (path: Path, message: string) => void;
  readonly warning: (path: Path, message: string) => void;
}

type Shape = Record<string, z.ZodType>;

/** The values of a section that are valid by themselves; `undefined` for the others. */
export type Valid<T extends Shape> = { readonly [K in keyof T]: z.output<T[K]> | undefined };

/** Reads the values of a section that are valid by themselves. */
export function valid<T extends Shape>(shape: T, raw: unknown): Valid<T> {
  const settings = entries(raw);
  return Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => [name, kind.safeParse(settings[name]).data]),
  ) as Valid<T>;
}

export function isSection(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** The settings of a section; none when it isn't one. */
export function entries(raw: unknown): Readonly<Record<string, unknown>> {
  return isSection(raw) ? raw : {};
}

/** The items of a list; none when it isn't one. */
export function list(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [];
}

/** The value at a path of sections (it doesn't lead through lists); `undefined` when there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => entries(value)[key], root);
}
