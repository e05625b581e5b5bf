// Rules for dashboards: each is tried on those that are committed, and on ones that were spoilt.
import { describe, expect, test } from 'vitest';
import { type Dashboard, dashboards, type Override, type Panel, panelsOf } from './dashboard.ts';

export interface Rule {
  /** One sentence per objection. */
  readonly objects: (dashboard: Dashboard) => readonly string[];
  /** Spoils a panel (or the dashboard) so that the rule must object. */
  readonly spoil: (dashboard: Mutable<Dashboard>) => void;
}

export type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** Pixels of a column of the grid, in a window of 1280 beside a docked menu. */
export const GRID = 39;

/** A test of each rule for each dashboard, and one of the rule itself. */
export function testRules(rules: Readonly<Record<string, Rule>>): void {
  describe.for(Object.entries(rules))('%s', ([, { objects, spoil }]) => {
    test.for(dashboards)('$dashboard.title', ({ dashboard }) => {
      expect(objects(dashboard)).toEqual([]);
    });

    test('is objected to where it is broken', () => {
      const told = dashboards.flatMap(({ dashboard }) => {
        const spoilt = structuredClone(dashboard) as Mutable<Dashboard>;
        spoil(spoilt);
        return objects(spoilt);
      });
      expect(told).not.toEqual([]);
    });
  });
}

export function of(dashboard: Mutable<Dashboard>, type: string): Mutable<Panel>[];
export function of(dashboard: Dashboard, type: string): readonly Panel[];
export function of(dashboard: Dashboard, type: string): readonly Panel[] {
  return panelsOf(dashboard).filter((panel) => panel.type === type);
}

export function titleOf({ title = '' }: { readonly title?: string }): string {
  return title;
}

export function renamed(panel: Panel): Readonly<Record<string, string>> {
  return panel.transformations?.find(({ id }) => id === 'organize')?.options.renameByName ?? {};
}

/** The properties of each column that is shown, by their id; `title` is the column's. */
export function columnsOf(panel: Panel): readonly ReadonlyMap<string, unknown>[] {
  return (panel.fieldConfig?.overrides ?? [])
    .map(
      ({ matcher, properties }: Override) =>
        new Map<string, unknown>([
          ['title', matcher.options],
          ...properties.map(({ id, value }): [string, unknown] => [id, value]),
        ]),
    )
    .filter((properties) => !properties.has('custom.hideFrom.viz'));
}

export function expressions(dashboard: Dashboard) {
  return panelsOf(dashboard).flatMap(({ title = '', targets = [] }) =>
    targets.flatMap(({ expr, instant }) =>
      expr === undefined ? [] : [{ title, expr, instant: instant === true }],
    ),
  );
}
