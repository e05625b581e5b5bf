// Prints the results of `export` and `import`: a line for each file of the export, with its rows and its checksum.
import { counted } from '../../domain/counted.ts';
import { classifyFailure } from '../../store/postgres/sqlstate.ts';
import type { ExportedPart } from '../../store/transfer/export.ts';
import { ContradictionError, ExportError } from '../../store/transfer/export-error.ts';
import type { TransferProgress } from '../../store/transfer/progress.ts';
import { sumOf } from '../../store/transfer/read-part.ts';
import { CommandError, type Io, isLively } from '../terminal/io.ts';
import { cutLine, terminalWidth } from '../terminal/sentence.ts';
import type { Column } from '../terminal/table.ts';

const SHOWN_MS = 200;

type PartLine = Pick<ExportedPart, 'account' | 'month' | 'kind' | 'rows' | 'sha256'>;

/** The columns of both tables, with a table's `own` columns before the last one. */
export function partColumns<Part extends PartLine>(own: readonly Column<Part>[]): Column<Part>[] {
  return [
    { title: 'ACCOUNT', cell: ({ account }) => account ?? '' },
    { title: 'MONTH', cell: ({ month }) => month ?? '' },
    { title: 'PART', cell: ({ kind }) => kind },
    { title: 'ROWS', align: 'right', cell: ({ rows }) => String(sumOf(rows)) },
    ...own,
    { title: 'SHA256', drop: 1, cell: ({ sha256 }) => sha256 },
  ];
}

/** Such as `3 accounts, 14 months`. */
export function sizeText(parts: readonly PartLine[]): string {
  const accounts = new Set(parts.flatMap(({ account }) => account ?? []));
  const months = new Set(
    parts.flatMap(({ account, month }) => (month === null ? [] : `${account} ${month}`)),
  );
  return `${counted(accounts.size, 'account')}, ${counted(months.size, 'month')}`;
}

export interface Transfer {
  /** What is done to the parts, for errors. */
  readonly done: 'exported' | 'imported';
  readonly folder: string;
}

/**
 * Runs a transfer to its end, with its progress on a terminal. When it is interrupted or fails, the error says where, what
 * is done already, and how to go on.
 */
export async function transfer<Part extends PartLine>(
  io: Io,
  what: Transfer,
  begin: (onProgress: (progress: TransferProgress) => void) => AsyncIterable<Part>,
): Promise<Part[]> {
  const lively = isLively(io.stderr, io.env);
  const clear = () => lively && io.stderr.write('\r\x1b[K');
  const show = showOn(io, lively);
  const parts: Part[] = [];
  let at: TransferProgress | null = null;
  const onProgress = (progress: TransferProgress) => {
    at = progress;
    show(progress);
  };
  try {
    for await (const part of begin(onProgress)) parts.push(part);
  } catch (cause) {
    clear();
    if (!io.signal.aborted) throw failure(cause, what, at, parts);
    throw new CommandError(`interrupted after ${sizeText(parts)}: run it again, and it goes on`, 1, {
      cause,
    });
  } finally {
    clear();
  }
  return parts;
}

const DONE = { exported: 'Exported', imported: 'Imported' } as const;

/** The error of a transfer that failed. An {@link ExportError} says itself where, and what must be done first. */
function failure(
  cause: unknown,
  { done, folder }: Transfer,
  at: TransferProgress | null,
  parts: readonly PartLine[],
): CommandError {
  const before = parts.length > 0 ? `. ${DONE[done]} already: ${sizeText(parts)}` : '';
  const goesOn = before === '' ? '' : ', and it goes on';
  if (!(cause instanceof ExportError)) {
    const message = `${folder}${placeOf(at)}: ${reasonOf(cause)}${before}. Run it again${goesOn}`;
    return new CommandError(message, 1, { cause });
  }
  const { message, exitCode } = cause;
  const isLater = !(cause instanceof ContradictionError) && (exitCode === 1 || before !== '');
  const again = isLater ? `. Run it again then${goesOn}` : '';
  return new CommandError(`${message}${before}${again}`, exitCode, { cause });
}

function placeOf(at: TransferProgress | null): string {
  if (at === null) return '';
  if (at.account === null) return ', what all accounts share';
  return [',', at.account, ...(at.month === null ? [] : [at.month])].join(' ');
}

/** Why a database, or its connection, ended the transfer. */
function reasonOf(cause: unknown): string {
  const { message } = cause instanceof Error ? cause : new Error(String(cause));
  const { sqlstate, reason } = classifyFailure(cause);
  return sqlstate === null ? message : `${reason}: ${message}`;
}

/** Shows the progress, a few times a second. */
function showOn({ stderr }: Io, lively: boolean): (progress: TransferProgress) => void {
  let shown = Number.NEGATIVE_INFINITY;
  return ({ account, month, rows, accounts: { done, all } }) => {
    if (!lively || performance.now() - shown < SHOWN_MS) return;
    shown = performance.now();
    const at = [account, month].filter((each) => each !== null).join(' ');
    const what = at === '' ? counted(rows, 'row') : `${at}, ${counted(rows, 'row')}`;
    const line = `${done} of ${counted(all, 'account')}: ${what}`;
    stderr.write(`\r\x1b[K${cutLine(line, terminalWidth({ stdout: stderr }))}`);
  };
}
