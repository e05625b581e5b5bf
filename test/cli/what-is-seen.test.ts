import { expect, test, vi } from 'vitest';
import { pageOf } from '../../src/cli/commands/run.ts';
import { painted } from '../../src/cli/terminal/log-sink.ts';
import { tellWhatIsSeen } from '../../src/cli/terminal/what-is-seen.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { handClock } from '../support/clock.ts';
import { firingAlert } from '../support/delivering.ts';
import { capture } from '../support/io.ts';
import { account, payout, polled, START } from '../support/watching.ts';

test('a terminal is told where the page is, and each minute what is seen', () => {
  vi.useFakeTimers();
  try {
    const { io, written } = capture();
    const board = createBoard([account()], handClock(START));
    const told = tellWhatIsSeen({ board, alerts: () => [] }, 'http://127.0.0.1:14217/', io);
    expect(written().stderr).toBe('floatwatch: the page is at http://127.0.0.1:14217/\n');
    board.observe(polled(0, 'auth'));
    vi.advanceTimersByTime(60_000);
    told.end();
    vi.advanceTimersByTime(600_000);
    expect(written().stderr.split('\n').slice(1)).toEqual(['floatwatch: No wallet seen yet of acme-ug', '']);
  } finally {
    vi.useRealTimers();
  }
});

test('what else is wrong stands on the same line', () => {
  vi.useFakeTimers();
  try {
    const { io, written } = capture();
    const board = createBoard([account()], handClock(START));
    board.observe(polled(0, [payout('7')]));
    const alerts = [
      firingAlert('Low', { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }),
      firingAlert('CredentialsRefused', { currency: '', walletType: '' }),
    ];
    const told = tellWhatIsSeen({ board, alerts: () => alerts }, undefined, io);
    vi.advanceTimersByTime(60_000);
    told.end();
    expect(written().stderr).toBe(
      'floatwatch: 1 of 1 wallet has an alert firing. Also firing: CredentialsRefused\n',
    );
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{}, true, '\u001b[33mlevel=warn\u001b[39m ts=now msg=level=info\n'],
  [{ NO_COLOR: '1' }, true, 'level=warn ts=now msg=level=info\n'],
  [{}, false, 'level=warn ts=now msg=level=info\n'],
])('the level of a line has a colour on a terminal: %j %j', (env, isTTY, written) => {
  const lines: string[] = [];
  const { io } = capture();
  Object.assign(io.stderr, { isTTY });
  painted({ ...io, env }, (line) => lines.push(line))('level=warn ts=now msg=level=info\n');
  expect(lines).toEqual([written]);
});

test.each([
  ['http://localhost:14217', '127.0.0.1:14217', null, 'http://localhost:14217'],
  ['http://localhost:14217', '127.0.0.1:24217', null, 'http://127.0.0.1:24217/'],
  ['http://localhost:14217', '127.0.0.1:24217', 'web.yaml', '127.0.0.1:24217'],
  ['https://float.example.com', '127.0.0.1:24217', null, 'https://float.example.com'],
])('with external_url %s and listening on %s the page is where it is', (url, address, file, page) => {
  const web = { external_url: url, config_file: file } as Config['web'];
  expect(pageOf({ addresses: [address] }, { web })).toBe(page);
});
