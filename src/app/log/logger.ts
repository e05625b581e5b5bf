// Makes the log: lines of JSON or logfmt, with every secret removed from each finished line. `app.ts` uses it.
import { type Logger, pino } from 'pino';
import type { LogFormat, LogLevel } from './log-settings.ts';

export type { Logger };

export interface LoggerOptions {
  readonly level: LogLevel;
  /** `null`: JSON. */
  readonly format: LogFormat | null;
  /** Removes every secret from a finished line. */
  scrub(line: string): string;
  /** Receives the lines; each ends in a newline. `undefined`: no line is written. */
  readonly write: ((line: string) => void) | undefined;
}

/** The program's log: one line per event, on one stream, free of secrets. */
export function createLogger({ level, format, scrub, write }: LoggerOptions): Logger {
  const options = {
    level,
    enabled: write !== undefined,
    base: null,
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: 'msg',
  };
  return pino(options, {
    write: (line: string) => write?.(visible(scrub(format === 'logfmt' ? logfmt(line) : line))),
  });
}

function logfmt(line: string): string {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>);
  return `${fields.map(([key, value]) => `${key}=${logfmtValue(value)}`).join(' ')}\n`;
}

function logfmtValue(value: unknown): string {
  const text =
    typeof value === 'string' ? value : isPlainList(value) ? value.join(',') : JSON.stringify(value);
  return /^[!-~]+$/.test(text) && !/["=]/.test(text) ? text : JSON.stringify(text);
}

/** Escapes control and direction characters, which JSON leaves as they are and a terminal may obey. */
function visible(line: string): string {
  return line.replace(/(?!\n$)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, i) => escapeOf(sign.charCodeAt(i))).join(''),
  );
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object');
}
