import { describe, expect, test } from 'vitest';
import { classifyFailure } from '../../../src/store/postgres/sqlstate.ts';

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
});
