import { request } from 'undici';
import { expect, test } from 'vitest';
import { outcomeWords } from '../../src/web/pages/outcomes.ts';
import { failuresIn } from '../../src/web/pages/polls.ts';
import type { PastPoll } from '../../src/web/past.ts';
import { NOON } from '../metrics/house.ts';
import { startFull, WALLET_PAGE } from './desk.ts';

const REFUSED = 'The service can not be reached: the connection was refused.';
const poll = (minute: number, outcome: PastPoll['outcome'], detail: string | null = null): PastPoll => ({
  slot: minute * 60_000,
  outcome,
  staleAt: null,
  httpStatus: null,
  durationMs: 3,
  wallets: null,
  detail,
});

test('F15 failures in a row that are the same are told once', () => {
  const polls = [
    poll(7, 'connect', REFUSED),
    poll(6, 'ok'),
    poll(5, 'connect', REFUSED),
    poll(4, 'connect', REFUSED),
    poll(3, 'connect', REFUSED),
    poll(2, 'deadline'),
    poll(1, 'ok'),
  ];
  expect(failuresIn(polls).map(({ first, last, polls }) => [first.slot, last.slot, polls])).toEqual([
    [7 * 60_000, 7 * 60_000, 1],
    [3 * 60_000, 5 * 60_000, 3],
    [2 * 60_000, 2 * 60_000, 1],
  ]);
});

test('F15 what happened is said once, in the words that say more', () => {
  expect(outcomeWords({ outcome: 'connect', detail: REFUSED })).toBe(REFUSED);
  expect(String(outcomeWords({ outcome: 'deadline', detail: null }))).toContain('did not answer in time');
});

test('F15 the page of a wallet says when one poll failed, and of several how many, from when to when', async () => {
  const minutes = NOON / 60_000;
  const polls = [
    poll(minutes - 1, 'connect', REFUSED),
    poll(minutes - 2, 'ok'),
    ...[3, 4, 5].map((ago) => poll(minutes - ago, 'deadline')),
  ];
  await using web = await startFull({ polls: async () => ({ first: NOON - 3_600_000, polls }) });
  const text = await (await request(`${web.url}${WALLET_PAGE}`)).body.text();
  const [list = ''] = /<h2 id="polls">.*?<\/section>/s.exec(text) ?? [];
  const items = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.replace(/<[^>]+>/g, ''));
  expect(items).toEqual([
    expect.stringMatching(/^(?!\d+ polls from).*: The service can not be reached/),
    expect.stringMatching(/^3 polls from .* to .*: .*did not answer in time/),
  ]);
});
