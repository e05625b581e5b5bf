/** Why a test is left out at odd hours: in the error of whatever would have started a program. */
export const REFUSED = 'this run starts no programs';

/** An error as Vitest has it: a plain object. */
interface Failure {
  readonly message?: string | undefined;
  readonly cause?: unknown;
  /** Of an AggregateError. */
  readonly errors?: unknown;
  /** Of a SuppressedError, whose own error is of the cleaning up that came after. */
  readonly suppressed?: unknown;
}

/** Whether an error says that no program was started, or comes from one that does. */
export function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, cause, errors, suppressed } = error as Failure;
  if (suppressed !== undefined) return isRefusal(suppressed);
  if (message?.includes(REFUSED)) return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isRefusal);
  return isRefusal(cause);
}
