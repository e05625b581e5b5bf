// Checks one rule of `alerts.rules`, whose settings depend on each other. Called by checks.ts.
import { OPTION_CONDITIONS } from '../../conditions/option/conditions.ts';
import type { FromSettings, Setting } from '../../conditions/settings.ts';
import { WALLET_CONDITIONS } from '../../conditions/wallet/conditions.ts';
import { ANNOTATION_NAMES, unknownAnnotationNames } from '../../domain/annotate.ts';
import { nearest } from '../../domain/spelling.ts';
import { BUILTIN_ALERTS } from '../../monitor/alerts/builtin.ts';
import type { Path } from '../problem.ts';
import { ruleSettings } from '../schema/schema-alerts.ts';
import { oneOf } from '../schema/settings.ts';
import { entries, type Findings, type Valid, valid } from '../valid.ts';

/** Labels that identify an alert; a rule can't set labels with these names. */
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

const KINDS: Readonly<Record<string, FromSettings<unknown, Setting, Readonly<Record<string, Setting>>>>> = {
  ...WALLET_CONDITIONS,
  ...OPTION_CONDITIONS,
};

/** The conditions that each further setting belongs to. */
const BELONGS = Map.groupBy(
  Object.entries(KINDS).flatMap(([name, { more }]) =>
    Object.keys(more).map((setting) => ({ setting, name })),
  ),
  ({ setting }) => setting,
);

/** Checks that the settings of one rule fit together. */
export function checkRule(setting: unknown, path: Path, { problem }: Findings): void {
  const raw = entries(setting);
  const rule = valid(ruleSettings, raw);
  const used = Object.keys(KINDS).filter((name) => raw[name] !== undefined);
  const hasTypo = Object.keys(raw).some((name) => !(name in ruleSettings)); // reported already; it may be the condition
  if (used.length === 0 && !hasTypo) {
    problem(path, `has no condition: give it ${oneOf(Object.keys(WALLET_CONDITIONS))}`);
  }
  for (const name of used.slice(1)) {
    problem([...path, name], `is a second condition beside ${used[0]}: make a rule of its own for each`);
  }
  const [only, second] = used;
  if (only !== undefined && second === undefined) checkCondition(only, raw, rule, { path, problem });
  checkSubject(raw, used, path, problem);
  checkTexts(rule, path, problem);
}

/** Checks that the settings of the rule's one condition fit together. */
function checkCondition(
  name: string,
  raw: Readonly<Record<string, unknown>>,
  rule: Readonly<Record<string, unknown>>,
  { path, problem }: { readonly path: Path; readonly problem: Findings['problem'] },
): void {
  for (const [setting, belongs] of BELONGS) {
    const names = belongs.map((each) => each.name);
    if (raw[setting] === undefined || names.includes(name)) continue;
    problem([...path, setting], `has no meaning with ${name}: it belongs to ${oneOf(names)}`);
  }
  const kind = KINDS[name]!;
  for (const [setting, { needed }] of Object.entries(kind.more)) {
    if (needed && raw[setting] === undefined) problem([...path, name], `needs ${setting}: ${needed}`);
  }
  const settings = rule as Parameters<typeof kind.of>[1];
  const value = settings[name];
  const more = Object.fromEntries(Object.keys(kind.more).map((each) => [each, settings[each]]));
  const isValid = (each: unknown) => each !== undefined; // an invalid value was reported already
  if (![value, ...Object.values(more)].every(isValid)) return;
  const flaw = kind.flaw?.(value!, more as typeof settings);
  if (flaw) problem([...path, flaw.setting], flaw.message);
}

/** Checks the texts of the alert: its name, labels and annotations. */
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
  const forOptions = used.length === 1 && (used[0] as string) in OPTION_CONDITIONS;
  if (forOptions && raw['options'] === undefined) {
    problem(
      [...path, used[0] as string],
      'is for payment options: name them with options, in place of wallets',
    );
  } else if (used.length === 1 && !forOptions && raw['options'] !== undefined) {
    problem([...path, used[0] as string], 'is for wallets: name them with wallets, in place of options');
  }
}
