import { describe, expect, test } from 'vitest';
import { classifyFailure, mayBeStoredAlready, mayNotUnpack } from '../../../src/store/postgres/sqlstate.ts';

const withCode = (code: string, cause?: Error): Error =>
  Object.assign(new Error('secret value', { cause }), { code });

describe('SQLSTATE policy', () => {
  test.each([
    ['08006', 'retry'],
    ['08P01', 'retry'],
    ['57P01', 'retry'],
    ['57P02', 'retry'],
    ['57P03', 'retry'],
    ['57014', 'retry'],
    ['53300', 'retry'],
    ['53100', 'retry'],
    ['53200', 'retry'],
    ['40001', 'retry'],
    ['40P01', 'retry'],
    ['55P03', 'retry'],
    ['25006', 'retry'],
    ['25P02', 'retry'],
    ['26000', 'retry'],
    ['58030', 'retry'],
    ['XX000', 'retry'],
    ['P0001', 'retry'],
    ['21000', 'retry'],
    ['22021', 'refused'],
    ['22P05', 'refused'],
    ['22003', 'refused'],
    ['23502', 'refused'],
    ['23514', 'refused'],
    ['54000', 'refused'],
    ['23505', 'success'],
    ['28P01', 'config'],
    ['28000', 'config'],
    ['3D000', 'config'],
    ['3F000', 'config'],
    ['42501', 'config'],
    ['42P01', 'config'],
    ['42703', 'config'],
    ['0A000', 'config'],
  ])('%s is %s', (code, policy) => {
    expect(classifyFailure(withCode(code))).toMatchObject({ policy, sqlstate: code });
  });

  test.each(['ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ERR_SOMETHING', ''])(
    'an operating system code (%s) is no SQLSTATE: retry',
    (code) => {
      expect(classifyFailure(withCode(code))).toMatchObject({ policy: 'retry', sqlstate: null });
    },
  );

  test('a timeout of the driver, a thrown string and nothing at all are retried', () => {
    for (const error of [new Error('Query read timeout'), 'oops', undefined, null, 42]) {
      expect(classifyFailure(error).policy).toBe('retry');
    }
  });

  test('the code of a wrapped error is found', () => {
    expect(classifyFailure(new Error('close failed', { cause: withCode('22021') })).policy).toBe('refused');
    expect(classifyFailure(withCode('EPIPE', withCode('28P01'))).policy).toBe('config');
  });

  test('only lost races are worth an immediate second try', () => {
    expect(['40001', '40P01', '55P03'].map((code) => classifyFailure(withCode(code)).contention)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['57P01', '53300', '22021'].some((code) => classifyFailure(withCode(code)).contention)).toBe(
      false,
    );
  });

  test("the reason never repeats the server's message, which may quote what was written", () => {
    for (const code of ['22021', '22P02', '28P01', '57P01', 'P0001']) {
      expect(classifyFailure(withCode(code)).reason).not.toContain('secret');
    }
  });

  test.each<readonly [what: string, error: unknown, reason: string]>([
    ['no error', 'oops', 'the write failed'],
    ['a socket', withCode('ECONNREFUSED'), "the server can't be reached (ECONNREFUSED)"],
    ['a driver', new Error('Query read timeout'), 'the write failed: Query read timeout'],
    ['an error with a number', Object.assign(new Error('odd'), { code: 7 }), 'the write failed: odd'],
    ['a long message', new Error(`${'x'.repeat(200)}y`), `the write failed: ${'x'.repeat(200)}`],
    ['no message', new TypeError(''), 'the write failed: TypeError'],
    ['the server', withCode('53100'), "the server's disk is full (SQLSTATE 53100)"],
    [
      'a whole code before its class',
      withCode('53999'),
      'the server is short of a resource (SQLSTATE 53999)',
    ],
    [
      'a code that nobody lists',
      withCode('P0001'),
      'the server refused it for a reason that is not in our table (SQLSTATE P0001)',
    ],
  ])('the reason is said in words: of %s', (_, error, reason) => {
    expect(classifyFailure(error).reason).toBe(reason);
  });

  test.each<readonly [code: string, disconnected: boolean]>([
    ['08006', true],
    ['57P01', true],
    ['25006', true],
    ['57014', false],
    ['25P02', false],
    ['53300', false],
    ['42501', false],
    ['ECONNRESET', true],
  ])('whether the session is gone with %s: %s', (code, disconnected) => {
    expect(classifyFailure(withCode(code))).toMatchObject({ disconnected });
  });

  test('an error without a code of the server lost no race', () => {
    expect(classifyFailure(withCode('ECONNRESET')).contention).toBe(false);
  });

  test.each<readonly [wrappings: number, found: string | null]>([
    [0, '28P01'],
    [5, '28P01'],
    [6, null],
  ])('the code under %i wrappings is found: %s', (wrappings, found) => {
    let error = withCode('28P01');
    for (let i = 0; i < wrappings; i++) error = new Error('wrapped', { cause: error });
    expect(classifyFailure(error).sqlstate).toBe(found);
  });

  test.each<readonly [code: string, stored: boolean, packed: boolean]>([
    ['23505', true, false],
    ['XX000', true, false],
    ['23514', false, false],
    ['53400', false, true],
    ['53100', false, false],
  ])('%s: the record may be stored already: %s; it may be packed too tightly: %s', (code, stored, packed) => {
    expect(mayBeStoredAlready(withCode(code))).toBe(stored);
    expect(mayNotUnpack(withCode(code))).toBe(packed);
  });
});
