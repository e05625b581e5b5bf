// Encodes a result for the spool: versioned JSON text, amounts as their own digits, and a checksum beside it.
import { crc32 } from 'node:zlib';
import type { Amount } from '../../domain/money.ts';
import type { Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import { isBalances, type PollResult } from '../../domain/poll-result.ts';
import { AMOUNT_FIELDS, forAmounts, type WalletBalance } from '../../domain/wallet.ts';

/** One result on disk. `JSON.stringify` escapes NUL and lone surrogates, so the text is always valid UTF-8. */
export interface Encoded {
  readonly body: string;
  readonly crc: number;
}

/** Writes a result as text; {@link decode} reads an identical result from it. */
export function encode(result: PollResult): Encoded {
  const body = JSON.stringify(isBalances(result) ? balancesBody(result) : optionsBody(result));
  return { body, crc: crc32(body) };
}

/**
 * Reads what {@link encode} wrote, in this version or an earlier one.
 *
 * Throws an `Error` with the reason: a wrong checksum (bits have changed on disk), or the format of a later version.
 * With the right checksum, this program wrote the text, so its shape is not checked again.
 */
export function decode({ body, crc }: Encoded): PollResult {
  if (crc32(body) !== crc) throw new Error('its checksum does not fit: it has changed on disk');
  const parsed = JSON.parse(body) as BalancesBody | OptionsBody;
  switch (parsed.v) {
    case BALANCES: {
      const { v: _, wallets, ...rest } = parsed;
      return { ...rest, wallets: wallets.map(fromRow) };
    }
    case OPTIONS: {
      const { v: _, operation: _operation, ...rest } = parsed;
      return rest;
    }
    default:
      parsed satisfies never;
      throw new Error(
        `it is in format ${(parsed as { v: number }).v}; this version reads formats ${BALANCES} and ${OPTIONS}`,
      );
  }
}

// Format 1 is a poll of balances, unchanged since the first release. Format 2 names its operation and is used for
// payment options only, so that an older floatwatch can still read all that it knows of.
const BALANCES = 1;
const OPTIONS = 2;

type BalancesBody = Omit<Observation, 'wallets'> & {
  readonly v: typeof BALANCES;
  readonly wallets: readonly SpooledWallet[];
};

type OptionsBody = OptionObservation & { readonly v: typeof OPTIONS; readonly operation: 'options' };

function balancesBody({ wallets, ...rest }: Observation): BalancesBody {
  return { v: BALANCES, ...rest, wallets: wallets.map(toRow) };
}

function optionsBody(observation: OptionObservation): OptionsBody {
  return { v: OPTIONS, operation: 'options', ...observation };
}

// An array per wallet instead of an object takes half the bytes, so the spool lasts for twice the outage.
type Text = Amount | null;
// The amounts in the order of AMOUNT_FIELDS; a row of an older version may lack the last of them.
type SpooledWallet = [currency: string, walletType: string, ...amounts: Text[], exposable: boolean];

function toRow(wallet: WalletBalance): SpooledWallet {
  const { currency, walletType, exposable } = wallet;
  return [currency, walletType, ...AMOUNT_FIELDS.map((field) => wallet[field]), exposable];
}

function fromRow(row: SpooledWallet): WalletBalance {
  const [currency, walletType] = row;
  const amounts = row.slice(2, -1) as Text[];
  const balance = forAmounts((field) => amounts[AMOUNT_FIELDS.indexOf(field)] ?? null);
  return { currency, walletType, ...balance, exposable: row.at(-1) as boolean };
}
