import { expect, test } from 'vitest';
import { createLogger } from '../../src/app/log/logger.ts';
import { createPollLog } from '../../src/app/log/poll-log.ts';
import type { Outcome } from '../../src/domain/observation.ts';
import { failure } from '../support/ledger.ts';

test('a poll is logged when its outcome is news, and keys that are refused again and again once', () => {
  const lines: { msg: string; outcome?: Outcome }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createPollLog(createLogger({ level: 'info', format: 'json', scrub: (text) => text, write }));
  const told = (outcome: Outcome, times: number) => {
    for (let i = 0; i < times; i++) log.observed(failure(Date.parse('2026-05-04T10:00:00Z'), { outcome }), 0);
    return lines.splice(0).map(({ msg, outcome: of }) => of ?? msg);
  };
  const again = 'the keys were refused again and again: trying every five minutes only';
  expect(told('deadline', 2)).toEqual(['deadline']);
  expect(told('auth', 2)).toEqual(['auth']);
  expect(told('auth', 20)).toEqual([again]);
  expect(told('deadline', 1)).toEqual(['deadline']);
  expect(told('auth', 30)).toEqual(['auth', again]);
});
