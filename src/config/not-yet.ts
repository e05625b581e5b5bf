import { formatPath, type Path } from './problem.ts';
import { entries, type Findings } from './valid.ts';

/**
 * What a later version will do and this one doesn't: refused rather than ignored. Take an entry out with the
 * change that brings it to life. `[]` stands for any item of a list.
 */
export const NOT_YET: readonly string[] = [
  'accounts[].top_up_lead_time', // only a runway is held against it
  'alerts.rules[].runway_below',
];

export function checkNotYet(raw: unknown, findings: Findings, path: Path = []): void {
  if (raw !== undefined && NOT_YET.includes(formatPath(path).replace(/\[\d+\]/g, '[]'))) {
    findings.problem(path, 'is not supported yet: take it out');
  } else if (Array.isArray(raw)) {
    raw.forEach((item, i) => void checkNotYet(item, findings, [...path, i]));
  } else {
    for (const [name, value] of Object.entries(entries(raw))) checkNotYet(value, findings, [...path, name]);
  }
}
