// An observation as the spool keeps it: versioned JSON text, amounts as their own digits, and a checksum beside it.
import { crc32 } from 'node:zlib';
import type { Amount } from '../../domain/money.ts';
import type { Observation } from '../../domain/observation.ts';
import type { WalletBalance } from '../../domain/wallet.ts';

/** One observation on disk. `JSON.stringify` escapes NUL and lone surrogates, so the text is always valid UTF-8. */
export interface Encoded {
  readonly body: string;
  readonly crc: number;
}

/** Writes an observation as text that {@link decode} reads back identical. */
export function encode(observation: Observation): Encoded {
  const { wallets, ...rest } = observation;
  const body = JSON.stringify({ v: VERSION, ...rest, wallets: wallets.map(toRow) });
  return { body, crc: crc32(body) };
}

/**
 * Reads what {@link encode} wrote.
 *
 * Throws an `Error` that says why not: a checksum that doesn't fit (bits have changed on disk) or the format of a
 * later version. With the checksum right, the text is what this program wrote, and its shape is not checked again.
 */
export function decode({ body, crc }: Encoded): Observation {
  if (crc32(body) !== crc) throw new Error('its checksum does not fit: it has changed on disk');
  const { v, wallets, ...rest } = JSON.parse(body) as SpooledBody;
  if (v !== VERSION) throw new Error(`it is in format ${v}; this version reads format ${VERSION}`);
  return { ...rest, wallets: wallets.map(fromRow) };
}

const VERSION = 1;

type SpooledBody = Omit<Observation, 'wallets'> & {
  readonly v: number;
  readonly wallets: readonly SpooledWallet[];
};

// A row per wallet instead of an object: half the bytes, so twice the outage fits.
type Text = Amount | null;
type SpooledWallet = [
  currency: string,
  walletType: string,
  available: Text,
  actual: Text,
  uncleared: Text,
  reserve: Text,
  exposable: boolean,
];

function toRow(wallet: WalletBalance): SpooledWallet {
  const { currency, walletType, available, actual, uncleared, reserve, exposable } = wallet;
  return [currency, walletType, available, actual, uncleared, reserve, exposable];
}

function fromRow(row: SpooledWallet): WalletBalance {
  const [currency, walletType, available, actual, uncleared, reserve, exposable] = row;
  return { currency, walletType, available, actual, uncleared, reserve, exposable };
}
