// The service's answers as text. Amounts are written digit by digit, as JSON numbers, never through a `number`.
import { AMOUNT_FIELDS } from '../domain/wallet.ts';
import { OPTION, WALLET } from '../upstream/wallet-service/wire.ts';
import type { ScenarioOption } from './options.ts';
import type { ScenarioWallet } from './scenario.ts';

/** A JSON object before it becomes text: keys in order, none of which needs an escape, and values as their JSON text. */
export type RawRecord = readonly (readonly [key: string, json: string])[];

export function walletRecord(wallet: ScenarioWallet): RawRecord {
  return [
    [WALLET.currency, JSON.stringify(wallet.currency)],
    [WALLET.walletType, JSON.stringify(wallet.walletType)],
    ...AMOUNT_FIELDS.map((field) => [WALLET[field], wallet[field]] as const),
  ];
}

export function optionRecord(option: ScenarioOption): RawRecord {
  return [
    [OPTION.providerName, JSON.stringify(option.providerName)],
    [OPTION.providerCode, JSON.stringify(option.providerCode)],
    [OPTION.transactionMethod, JSON.stringify(option.transactionMethod)],
    [OPTION.methodName, JSON.stringify(option.methodName)],
    [OPTION.transactionType, JSON.stringify(capitalised(option.transactionType))],
    [OPTION.currency, JSON.stringify(option.currency)],
    [OPTION.min, option.min],
    [OPTION.max, option.max],
    [OPTION.maxDaily, option.maxDaily],
    [OPTION.active, String(option.active)],
    [OPTION.prefixes, JSON.stringify(option.prefixes)],
  ];
}

export function objectText(record: RawRecord): string {
  return `{${record.map(([key, json]) => `"${key}":${json}`).join(',')}}`;
}

export function listText(records: readonly RawRecord[]): string {
  return `[${records.map(objectText).join(',')}]`;
}

/** A good answer around the JSON text of `data`. */
export function successText(data: string): string {
  return envelopeText({
    code: '200',
    status: '"success"',
    message: '"Request completed successfully."',
    data,
  });
}

/** A refusal. The form of errors is the sandbox's own choice: the document doesn't tell it. */
export function errorText(code: number, message: string): string {
  return envelopeText({
    code: String(code),
    status: '"error"',
    message: JSON.stringify(message),
    data: '{}',
  });
}

/** The envelope with any JSON text in its four places; a place without text is left out. */
export function envelopeText(parts: Partial<Record<'code' | 'status' | 'message' | 'data', string>>): string {
  const places = ['code', 'status', 'message', 'data'] as const;
  return objectText(places.flatMap((place) => (parts[place] === undefined ? [] : [[place, parts[place]]])));
}

function capitalised(word: string): string {
  return word.slice(0, 1) + word.slice(1).toLowerCase();
}
