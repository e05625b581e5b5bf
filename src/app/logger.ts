// The log: lines of JSON or logfmt, with every secret taken out of each finished line. `app.ts` makes it.
import { type Logger, pino } from 'pino';

export type { Logger };
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'logfmt'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** `null`: JSON. */
  readonly format: LogFormat | null;
  /** Takes every secret out of a finished line; the last thing before it is written. */
  scrub(line: string): string;
  /** Where lines go; each ends in a newline. */
  write(line: string): void;
}

/** The program's log: one line an event, on one stream, free of secrets. */
export function createLogger({ level, format, scrub, write }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: 'msg',
  };
  return pino(options, {
    write: (line: string) => write(scrub(format === 'logfmt' ? logfmt(line) : line)),
  });
}

function logfmt(line: string): string {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>);
  return `${fields.map(([key, value]) => `${key}=${logfmtValue(value)}`).join(' ')}\n`;
}

function logfmtValue(value: unknown): string {
  const text =
    typeof value === 'string' ? value : isPlainList(value) ? value.join(',') : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object');
}
