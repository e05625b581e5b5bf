// Changes records of a good answer before they become text. Used by the faults of amounts and records.
import { LISTS, OPTION, WALLET } from '../upstream/wallet-service/wire.ts';
import { listText, objectText, type RawRecord, successText } from './answers.ts';
import { type FaultContext, reply } from './fault.ts';
import type { SandboxOperation } from './service.ts';

/** Answers with these records in place of the good ones. */
export function tampered(exchange: FaultContext, records: readonly RawRecord[]): void {
  reply(exchange, 200, textOf(exchange, listText(records)));
}

/** A good answer around the JSON text of a list of records. */
export function textOf({ operation }: FaultContext, list: string): string {
  return successText(objectText([[LISTS[operation], list]]));
}

export function withAmount({ operation }: FaultContext, record: RawRecord, json: string): RawRecord {
  return withField(record, amountField(operation), json);
}

export function withField(record: RawRecord, field: string, json: string): RawRecord {
  return record.map(([key, value]) => [key, key === field ? json : value]);
}

export function changeFirst(
  { records }: FaultContext,
  change: (record: RawRecord) => RawRecord,
): RawRecord[] {
  return records.map((record, index) => (index === 0 ? change(record) : record));
}

export function amountField(operation: SandboxOperation): string {
  return operation === 'balances' ? WALLET.available : OPTION.min;
}

export function currencyField(operation: SandboxOperation): string {
  return operation === 'balances' ? WALLET.currency : OPTION.currency;
}
