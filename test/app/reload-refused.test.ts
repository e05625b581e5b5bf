// A reload that is refused changes nothing.
import { expect, test } from 'vitest';
import { createReload, type ReloadOptions } from '../../src/app/reload.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { handClock } from '../support/clock.ts';
import { account } from '../support/watching.ts';

const config = { accounts: [], alerts: { rules: [] }, shards: { shard: 0, total: 1 } } as unknown as Config;

test('what is known of each wallet stays as small as it was', () => {
  const asked: string[] = [];
  const refused = () => {
    throw new Error('it can not work');
  };
  const reload = createReload({
    clock: handClock(0),
    signal: new AbortController().signal,
    recalled: new Promise(() => {}),
    configured: () => ({ config, accounts: new Map([['acme-ug', account()]]) }),
    paymentOptions: { board: { accounts: [] } },
    evaluator: {
      alerts() {
        asked.push('alerts'); // makes those that each wallet has, and keeps them
        return [];
      },
    },
    pollingOf: refused,
  } as unknown as ReloadOptions);
  expect(() => reload(config)).toThrow('it can not work');
  expect(asked).toEqual([]);
});
