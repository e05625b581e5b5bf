import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { testDatabase } from '../support/postgres.ts';

test('without a wallet that could be planned for there is a sentence, not a table of titles', async () => {
  await using db = await testDatabase();
  const { code, stdout } = await command(['plan'], { url: db.url });
  expect(code).toBe(0);
  expect(stdout).toBe('There is nothing to plan yet: no wallet is known that money goes out from.\n');
  expect((await command(['plan', '--json'], { url: db.url })).stdout).toBe('[]\n');
});
