import { describe, expect, test } from 'vitest';
import type { ContractDeviation } from '../../../src/upstream/records/contract-deviation.ts';
import { opened } from '../service.ts';

describe('U15 the envelope', () => {
  test.each(['[]', '"success"', 'null', '7', 'true'])('%s is none', (text) => {
    expect(opened(text)).toBeNull();
  });

  test('an empty object is one that says nothing', () => {
    expect(opened('{}')).toEqual({ head: { code: null, success: null }, data: undefined });
  });

  test.each<[string, boolean | null]>([
    ['"success"', true],
    ['"Success"', true],
    ['true', true],
    ['"error"', false],
    ['"FAILED"', false],
    ['"fail"', false],
    ['"failure"', false],
    ['"false"', false],
    ['false', false],
    ['"true"', null],
    ['"fine"', null],
    ['""', null],
    ['null', null],
    ['1', null],
    ['[true]', null],
  ])('a status of %s says %j', (status, success) => {
    expect(opened(`{"status":${status}}`)?.head.success).toBe(success);
  });

  test.each<[string, number | null, ContractDeviation[]]>([
    ['200', 200, []],
    ['-1', -1, []],
    ['"401"', 401, ['code_as_string']],
    ['null', null, []],
    ['"OK"', Number.NaN, ['code_as_string']],
    ['""', Number.NaN, ['code_as_string']],
    ['200.0', Number.NaN, []],
    ['2e2', Number.NaN, []],
    ['1234567890', Number.NaN, []],
    ['true', Number.NaN, []],
    ['[200]', Number.NaN, []],
    ['{"200":200}', Number.NaN, []],
  ])('a code of %s is %d', (sent, code, expected) => {
    const deviations: ContractDeviation[] = [];
    expect(opened(`{"code":${sent}}`, (deviation) => deviations.push(deviation))?.head.code).toBe(code);
    expect(deviations).toEqual(expected);
  });
});
