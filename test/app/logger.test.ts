import { expect, test } from 'vitest';
import type { LogFormat } from '../../src/app/log/log-settings.ts';
import { createLogger } from '../../src/app/log/logger.ts';

function capture(format: LogFormat) {
  const lines: string[] = [];
  const scrub = (line: string) => line.replaceAll('hunter2', '[secret]');
  const logger = createLogger({ level: 'info', format, scrub, write: (line) => lines.push(line) });
  return { lines, logger };
}

test('a line is one JSON object with level, time and message', () => {
  const { lines, logger } = capture('json');
  logger.info({ account: 'acme' }, 'polled');
  logger.debug('not at this level');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 'info', account: 'acme', msg: 'polled' });
  expect(Date.parse(JSON.parse(lines[0] as string).ts)).not.toBeNaN();
});

test('where nobody reads it no line is written', () => {
  let scrubbed = 0;
  const scrub = (line: string) => {
    scrubbed++;
    return line;
  };
  createLogger({ level: 'info', format: null, scrub, write: () => {} }).info('up');
  expect(scrubbed).toBe(1);
  createLogger({ level: 'info', format: null, scrub, write: undefined }).error('up');
  expect(scrubbed).toBe(1);
});

test('logfmt quotes what needs quotes', () => {
  const { lines, logger } = capture('logfmt');
  logger.warn({ account: 'acme', detail: 'no "answer"\nin time' }, 'poll failed');
  expect(lines[0]).toMatch(
    /^level=warn ts=\S+ account=acme detail="no \\"answer\\"\\nin time" msg="poll failed"\n$/,
  );
});

test('logfmt writes a list as its members, apart by commas', () => {
  const { lines, logger } = capture('logfmt');
  logger.info({ addresses: ['127.0.0.1:14217', '[::1]:14217'], nested: [{ a: 1 }], none: [] }, 'up');
  expect(lines[0]).toContain(' addresses=127.0.0.1:14217,[::1]:14217 nested="[{\\"a\\":1}]" none="" msg=up');
});

test('X1 secrets are taken out wherever they stand, errors included', () => {
  for (const format of ['json', 'logfmt'] as const) {
    const { lines, logger } = capture(format);
    logger.error({ err: new Error('bad key hunter2'), nested: { deep: ['hunter2'] } }, 'hunter2');
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).toContain('[secret]');
  }
});

test('X11 such a sign is written by its code units, so that it can be looked up', () => {
  const { lines, logger } = capture('json');
  const sign = String.fromCodePoint(0xe0001); // two units
  logger.info(`a${String.fromCharCode(0x7f)}b${String.fromCharCode(0x202e)}c${sign}d`);
  expect(lines[0]).toContain('"msg":"a\\u007fb\\u202ec\\udb40\\udc01d"');
  expect(JSON.parse(lines[0]!).msg).toContain(`c${sign}d`);
});

test('X11 hostile text cannot start a line of its own', () => {
  for (const format of ['json', 'logfmt'] as const) {
    const { lines, logger } = capture(format);
    logger.info({ wallet_type: 'a\n{"level":60}\u001b[31m' }, 'new wallet type');
    for (const control of ['\n', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(control);
  }
});

test.each(['\u001b[31mred', 'a\u0000b', '\u009b31m', 'a\u202eb', '\u2028', 'ж'])(
  'X11 logfmt writes %j without any sign that a terminal acts on',
  (text) => {
    const { lines, logger } = capture('logfmt');
    logger.info({ detail: text }, 'odd');
    expect(lines[0]).toMatch(/ detail="[^"]*" msg=odd\n$/);
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]./u);
    expect(JSON.parse(/"[^"]*"/.exec(lines[0] ?? '')![0])).toBe(text);
  },
);
