// What is asked of a statement: the API asks it, and the store answers.
import type { WalletId } from './wallet.ts';

/** Which lines of the statement of business days. */
export interface StatementQuery {
  /** The first and the last business day, `2026-05-04`. */
  readonly from: string;
  readonly to: string;
  /** @default all */
  readonly accounts?: readonly string[];
  readonly currency?: string;
  readonly walletType?: string;
  /** Only what comes after this line. */
  readonly after?: StatementPosition | undefined;
}

/** A line's place in the order of the statement. */
export interface StatementPosition extends WalletId {
  readonly account: string;
  readonly day: string;
}
