// What a sweep of ten thousand accounts costs in statements.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { observation } from '../../support/fakes.ts';
import { testDatabase } from '../../support/postgres.ts';
import { realHistory } from '../writer/real.ts';

const ACCOUNTS = 10_000;
const AT_ONCE = 40;

test('a sweep of 10,000 accounts is tens of statements, not tens of thousands', async () => {
  await using database = await testDatabase();
  const statements: string[] = [];
  await using real = realHistory(database.url, {
    pool: { onStatement: (text) => statements.push(text) },
    patienceMs: 60_000, // a busy machine may be slow; what isn't written in time would go to the disk first
  });
  const sweep = async (slot: number) => {
    const began = performance.now();
    const seen = Array.from({ length: ACCOUNTS }, (_, i) => observation({ account: `account-${i}`, slot }));
    await real.ledger.claim(seen);
    const kept = [];
    for (let i = 0; i < ACCOUNTS; i += AT_ONCE) {
      kept.push(...seen.slice(i, i + AT_ONCE).map((each) => real.history.record(each)));
      await setTimeout(5);
    }
    expect(new Set(await Promise.all(kept))).toEqual(new Set(['stored']));
    return (performance.now() - began) / 1_000;
  };

  const slot = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  await sweep(slot); // makes the accounts and their wallets
  statements.length = 0;
  const seconds = await sweep(slot + 60_000);
  // A claim, and a few for each batch: a tenth of a second's results, or a thousand. So it may be more on a slow machine.
  const batches = Math.ceil(seconds * 10) + ACCOUNTS / 1_000 + 2;
  expect(statements.length).toBeLessThanOrEqual(1 + 3 * batches);
}, 120_000);
