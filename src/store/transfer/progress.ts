// Counts the progress of an export or an import.

export interface TransferProgress {
  /** `null` for the part that all accounts share. */
  readonly account: string | null;
  readonly month: string | null;
  /** Rows of the part so far. */
  readonly rows: number;
  readonly accounts: { readonly done: number; readonly all: number };
}

/** Reports that a part begins; the returned function adds rows and reports their number so far. */
export function countRows(
  at: Omit<TransferProgress, 'rows'>,
  onProgress: (progress: TransferProgress) => void,
): (more: number) => void {
  let rows = 0;
  onProgress({ ...at, rows });
  return (more) => {
    rows += more;
    onProgress({ ...at, rows });
  };
}
