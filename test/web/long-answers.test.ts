import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { PageSources } from '../../src/web/sources.ts';
import { statementDay } from './desk.ts';
import { startWeb } from './start.ts';

const LIMITS = { connections: 64, writeMs: 300 };
const LINE = statementDay('2026-05-04');

const csvFrom = async (statement: NonNullable<PageSources['statement']>) => {
  const web = await startWeb({}, { limits: LIMITS }, { statement });
  const { body } = await request(`${web.url}/api/v1/statement?format=csv`);
  return { body, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
};

describe('an answer that lasts longer than the write limit', () => {
  test('is not cut off while it is made and its reader takes what there is', async () => {
    await using csv = await csvFrom(async function* () {
      for (let i = 0; i < 4; i++) {
        await setTimeout(300);
        yield [LINE];
      }
    });
    expect((await csv.body.text()).trim().split('\n')).toHaveLength(5);
  });

  test('is not cut off while it is read slowly but steadily', async () => {
    const many = Array.from({ length: 2_000 }, () => LINE);
    await using csv = await csvFrom(async function* () {
      for (let i = 0; i < 50; i++) yield many;
    });
    let lines = 0;
    for await (const chunk of csv.body) {
      lines += String(chunk).split('\n').length - 1;
      if (lines < 20_000) await setTimeout(20);
    }
    expect(lines).toBe(100_001);
  });
});
