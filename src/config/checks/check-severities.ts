// Warns of receivers for severities that no alert has: after a typing error they would be told nothing. checks.ts calls it.
import { nearest } from '../../domain/spelling.ts';
import { BUILTIN_SEVERITIES } from '../../monitor/alerts/builtin.ts';
import { RECEIVER_SECTIONS } from '../schema/schema-receivers.ts';
import { entries, type Findings, list, valueAt } from '../valid.ts';

export function checkSeverities(root: unknown, rules: readonly unknown[], findings: Findings): void {
  const known = new Set<unknown>(BUILTIN_SEVERITIES); // also the severity of rules that set none
  for (const rule of rules) known.add(entries(rule)['severity']);
  const names = [...known].filter((severity) => typeof severity === 'string');
  for (const { path } of RECEIVER_SECTIONS) {
    list(valueAt(root, path)).forEach((receiver, i) => {
      list(entries(receiver)['only']).forEach((severity, j) => {
        if (typeof severity !== 'string' || known.has(severity)) return;
        findings.warning([...path, i, 'only', j], `is the severity of no alert; ${nearest(severity, names)}`);
      });
    });
  }
}
