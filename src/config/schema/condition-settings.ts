// Makes the schema of the alert conditions' settings from what `conditions/` says of each.
import type { z } from 'zod';
import { OPTION_CONDITIONS, type OptionConditionName } from '../../conditions/option/conditions.ts';
import { leadOf, type Setting, type SettingKind, type SettingValues } from '../../conditions/settings.ts';
import { WALLET_CONDITIONS, type WalletConditionName } from '../../conditions/wallet/conditions.ts';
import { parseDuration } from '../../domain/duration.ts';
import { MAX_LEAD_MS } from '../../domain/forecast/history.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import { refuse } from './refusal.ts';
import { amount, change, choice, confidence, duration, optional, setting } from './settings.ts';

const SCHEMAS: { readonly [K in SettingKind]: (setting: Setting) => z.ZodType<SettingValues[K]> } = {
  amount: ({ min }) => amount(min),
  change: () => change(),
  duration: ({ minMs }) => duration(minMs),
  lead_time: () => leadTime(),
  confidence: () => confidence(),
  field: () => choice(...AMOUNT_FIELDS),
  true: () => setting('true, or left out', { const: true }, (v) => (v === true ? true : undefined)),
};

type Conditions = Readonly<
  Record<string, { readonly setting: Setting; readonly more: Readonly<Record<string, Setting>> }>
>;
type MoreOf<Kind> = Kind extends { readonly more: infer More } ? keyof More & string : never;

/** The settings by name: first those with a condition's name, then those that belong to one or several conditions. */
export const walletConditionSettings = schemasOf<
  WalletConditionName | MoreOf<(typeof WALLET_CONDITIONS)[WalletConditionName]>
>(WALLET_CONDITIONS);
export const optionConditionSettings = schemasOf<
  OptionConditionName | MoreOf<(typeof OPTION_CONDITIONS)[OptionConditionName]>
>(OPTION_CONDITIONS);

function schemasOf<Name extends string>(conditions: Conditions) {
  const own = Object.entries(conditions).map(([name, { setting }]) => [name, setting] as const);
  const more = Object.values(conditions).flatMap((condition) => Object.entries(condition.more));
  return Object.fromEntries(
    [...own, ...more].map(([name, setting]) => [name, schemaOf(setting)]),
  ) as unknown as { readonly [K in Name]: ReturnType<typeof schemaOf> };
}

function schemaOf(setting: Setting) {
  return optional(SCHEMAS[setting.is](setting) as z.ZodType<SettingValues[SettingKind]>).describe(
    setting.text,
  );
}

function leadTime() {
  return setting('a duration such as 2d, or top_up_lead_time', { type: 'string' }, (value) => {
    if (value === 'top_up_lead_time') return value;
    if (typeof value !== 'string') return undefined;
    if ((parseDuration(value) ?? 0) > MAX_LEAD_MS) return refuse('must be at most 59d, not <got>');
    return leadOf(value);
  });
}
