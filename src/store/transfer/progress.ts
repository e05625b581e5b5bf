// How far an export or an import is.

export interface TransferProgress {
  /** `null` for what all accounts share. */
  readonly account: string | null;
  readonly month: string | null;
  /** Rows of the part by now. */
  readonly rows: number;
  readonly accounts: { readonly done: number; readonly all: number };
}

/** Tells that a part begins, and then, each time it is given more rows, how many there are. */
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
