// What is written to the log, for tests of the lines.
import { expect } from 'vitest';
import { createLogger } from '../../src/app/log/logger.ts';

/** The lines that are written at this level, as objects without their time. */
export function linesOf(
  tell: (log: ReturnType<typeof createLogger>) => void,
  level: 'info' | 'debug' = 'info',
) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const { ts, ...rest } = JSON.parse(line);
    expect(ts).toMatch(/^\d{4}-\d\d-\d\dT/);
    lines.push(rest);
  };
  tell(createLogger({ level, format: null, scrub: (text) => text, write }));
  return lines;
}
