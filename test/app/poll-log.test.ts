import { expect, test } from 'vitest';
import { createLogger } from '../../src/app/log/logger.ts';
import { createPollLog } from '../../src/app/log/poll-log.ts';
import type { Outcome } from '../../src/domain/observation.ts';
import type { PollResult } from '../../src/domain/poll-result.ts';
import type { StoreOutcome } from '../../src/monitor/storage/ports.ts';
import { failure, observation, wallet } from '../support/ledger.ts';

const SLOT = Date.parse('2026-05-04T10:00:00Z');
const NAMED = { account: 'acme-ug', slot: '2026-05-04T10:00:00.000Z' };

/** A log of polls, and a function that returns what it has written since, without what every line has. */
function logging(level: 'debug' | 'info') {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
    lines.push(rest);
  };
  const log = createPollLog<PollResult>(
    createLogger({ level, format: 'json', scrub: (text) => text, write }),
  );
  return { log, written: () => lines.splice(0) };
}

function optionsPoll(outcome: Outcome): PollResult {
  const {
    wallets: _,
    unreadable: __,
    ...polled
  } = outcome === 'ok' ? observation(SLOT) : failure(SLOT, { outcome });
  return { ...polled, options: [], unreadable: [] };
}

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

test('the first good poll and each change are told with their facts; repetitions only in detail', () => {
  const { log, written } = logging('debug');
  const good = observation(SLOT, {
    wallets: [wallet('1'), wallet('2', { walletType: 'MERCHANT_COLLECTION' })],
  });
  const facts = { ...NAMED, outcome: 'ok', duration_ms: 250, wallets: 2 };
  log.observed(good, 0);
  expect(written()).toEqual([
    expect.objectContaining({ ...facts, level: 'info', msg: 'balances are being read' }),
  ]);
  log.observed(good, 0);
  expect(written()).toEqual([expect.objectContaining({ ...facts, level: 'debug', msg: 'polled balances' })]);
  log.observed(failure(SLOT), 0);
  expect(written()).toEqual([
    expect.objectContaining({
      ...{ ...NAMED, level: 'warn', outcome: 'connect', duration_ms: 250, detail: 'connection refused' },
      msg: 'balances could not be read as they should be',
    }),
  ]);
  log.observed(good, 0);
  expect(written()).toMatchObject([{ level: 'info', msg: 'balances are being read' }]);
});

test('without detail repetitions are not told, and an account has its own changes', () => {
  const { log, written } = logging('info');
  log.observed(observation(SLOT), 0);
  log.observed(observation(SLOT), 0);
  log.observed(observation(SLOT, { account: 'beta-ke' }), 0);
  expect(written().map(({ account }) => account)).toEqual(['acme-ug', 'beta-ke']);
});

test('polls of payment options are called so', () => {
  const { log, written } = logging('debug');
  log.observed(optionsPoll('ok'), 0);
  log.observed(optionsPoll('ok'), 0);
  log.observed(optionsPoll('connect'), 0);
  expect(written()).toMatchObject([
    { operation: 'options', options: 0, msg: 'payment options are being read' },
    { operation: 'options', options: 0, msg: 'polled payment options' },
    { operation: 'options', msg: 'payment options could not be read as they should be' },
  ]);
});

test.each<readonly [kept: StoreOutcome, line: object | undefined]>([
  ['stored', undefined],
  ['spooled', undefined],
  ['conflict', { level: 'info', msg: 'another result of this slot was first; ours is kept beside it' }],
  ['quarantined', { level: 'error', kept: 'quarantined', msg: 'a result could not be stored' }],
  ['dropped', { level: 'error', kept: 'dropped', msg: 'a result could not be stored' }],
])('a result that is kept as %s is told as %j', (kept, line) => {
  const { log, written } = logging('info');
  log.kept(observation(SLOT), kept, 5);
  const said = written();
  expect(said).toMatchObject(line ? [{ ...NAMED, ...line }] : []);
  expect(said.some((each) => 'operation' in each)).toBe(false);
});

test('slots without a poll are told with their number', () => {
  const { log, written } = logging('info');
  log.missed('acme-ug', 3);
  expect(written()).toEqual([
    expect.objectContaining({
      level: 'warn',
      account: 'acme-ug',
      slots: 3,
      msg: 'slots went by without a poll',
    }),
  ]);
});

test('keys that are refused are told to be asked less often after the fifth time, and not before', () => {
  const { log, written } = logging('info');
  const refused = () => {
    log.observed(failure(SLOT, { outcome: 'auth' }), 0);
    return written().map(({ msg }) => msg);
  };
  const again = 'the keys were refused again and again: trying every five minutes only';
  expect(Array.from({ length: 6 }, refused)).toEqual([
    ['balances could not be read as they should be'],
    [],
    [],
    [],
    [again],
    [],
  ]);
});

test('failures of other kinds are never told to be asked less often', () => {
  const { log, written } = logging('info');
  for (let i = 0; i < 20; i++) log.observed(failure(SLOT), 0);
  expect(written()).toHaveLength(1);
});
