import { expect, test } from 'vitest';
import { observation, wallet } from '../support/fakes.ts';
import { createHouse } from './house.ts';

test('snapshots count as stored when Postgres has them: at once, or after they waited on the disk', async () => {
  const { metrics } = createHouse(['acme']);
  const polled = observation({ slot: 0, wallets: [wallet('1'), wallet('2', 'SERVICE_PAYMENTS')] });
  const stored = async () => /^floatwatch_snapshots_stored_total (\d+)$/m.exec(await text())?.[1];
  const text = async () => Buffer.concat((await metrics.scrape()).pieces).toString();
  metrics.events.kept(polled, 'stored', 10);
  metrics.events.kept(polled, 'spooled', 10);
  metrics.events.kept(polled, 'conflict', 10);
  expect(await stored()).toBe('2');
  metrics.instruments.drained(2);
  expect(await stored()).toBe('4');
});
