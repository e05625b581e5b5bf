import { ANNOTATION_NAMES, unknownAnnotationNames } from '../domain/annotate.ts';
import { compareAmounts } from '../domain/money.ts';
import { BUILTIN_ALERTS } from '../monitor/alerts/builtin.ts';
import type { Path } from './problem.ts';
import { optionConditions, ruleSettings, walletConditions } from './schema-alerts.ts';
import { oneOf } from './settings.ts';
import { nearest } from './spelling.ts';
import { entries, type Findings, type Valid, valid } from './valid.ts';

/** Labels that say which alert it is; a rule can't have others by these names. */
const IDENTITY = [
  'alertname',
  'severity',
  'account',
  'currency',
  'wallet_type',
  'transaction_type',
  'transaction_method',
  'provider_code',
];

/** Which condition each of these belongs to, and nothing else. */
const BELONGS: Readonly<Record<string, readonly string[]>> = {
  field: ['below', 'above', 'drops_by', 'rises_by'],
  clear_above: ['below'],
  clear_below: ['above'],
  within: ['drops_by', 'rises_by'],
};

/** What the settings of one rule must be together. */
export function checkRule(setting: unknown, path: Path, { problem }: Findings): void {
  const raw = entries(setting);
  const rule = valid(ruleSettings, raw);
  const conditions = [...Object.keys(walletConditions), ...Object.keys(optionConditions)];
  const used = conditions.filter((name) => raw[name] !== undefined);
  const hasTypo = Object.keys(raw).some((name) => !(name in ruleSettings)); // told already; it may be the condition
  if (used.length === 0 && !hasTypo) {
    problem(path, `has no condition: give it ${oneOf(Object.keys(walletConditions))}`);
  }
  for (const name of used.slice(1)) {
    problem([...path, name], `is a second condition beside ${used[0]}: make a rule of its own for each`);
  }
  for (const [name, belongs] of Object.entries(BELONGS)) {
    if (raw[name] === undefined || used.length !== 1 || belongs.includes(used[0] as string)) continue;
    problem([...path, name], `has no meaning with ${used[0]}: it belongs to ${oneOf(belongs)}`);
  }
  if ((used[0] === 'drops_by' || used[0] === 'rises_by') && raw['within'] === undefined) {
    problem([...path, used[0]], 'needs within: how far to look back, such as within: 1h');
  }
  checkSubject(raw, used, path, problem);
  checkTexts(rule, path, problem);
  const { below, above, clear_above, clear_below } = rule;
  if (below && clear_above && compareAmounts(clear_above, below) < 0) {
    problem([...path, 'clear_above'], `is below the threshold of ${below}, where the alert begins again`);
  }
  if (above && clear_below && compareAmounts(clear_below, above) > 0) {
    problem([...path, 'clear_below'], `is above the threshold of ${above}, where the alert begins again`);
  }
}

/** What is said of the alert: its name, labels and annotations. */
function checkTexts(
  { name, labels, annotations }: Valid<typeof ruleSettings>,
  path: Path,
  problem: Findings['problem'],
): void {
  if (BUILTIN_ALERTS.some((builtin) => builtin === name)) {
    problem([...path, 'name'], 'is the name of an alert that floatwatch has built in: choose another one');
  }
  for (const label of Object.keys(labels ?? {})) {
    if (IDENTITY.includes(label))
      problem([...path, 'labels', label], 'is set by floatwatch: choose another name');
    else if (label.startsWith('__')) problem([...path, 'labels', label], 'may not begin with "__"');
  }
  for (const [annotation, text] of Object.entries(annotations ?? {})) {
    for (const unknown of unknownAnnotationNames(text)) {
      problem(
        [...path, 'annotations', annotation],
        `{{${unknown}}} would not be filled in; ${nearest(unknown, ANNOTATION_NAMES)}`,
      );
    }
  }
}

function checkSubject(
  raw: Readonly<Record<string, unknown>>,
  used: readonly string[],
  path: Path,
  problem: Findings['problem'],
): void {
  if (raw['wallets'] !== undefined && raw['options'] !== undefined) {
    problem([...path, 'options'], 'stands beside wallets: a rule watches either wallets or payment options');
    return;
  }
  const forOptions = used.length === 1 && (used[0] as string) in optionConditions;
  if (forOptions && raw['options'] === undefined) {
    problem(
      [...path, used[0] as string],
      'is for payment options: name them with options, in place of wallets',
    );
  } else if (used.length === 1 && !forOptions && raw['options'] !== undefined) {
    problem([...path, used[0] as string], 'is for wallets: name them with wallets, in place of options');
  }
}
