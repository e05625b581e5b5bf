// Run by the outage tests: records results as fast as they are answered, and says on stdout what it was told.
// Arguments: the spool's folder, the database's address, the number of this run, how long Postgres may take for a result
// before it is spooled, in milliseconds.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { observation, recentSlot, wallet } from '../../support/ledger.ts';
import { realHistory } from './real.ts';

flushCompileCache(); // it is killed, and the next one is to begin sooner
const [folder = '', url = '', run = '0', patience = '50'] = process.argv.slice(2);
const real = realHistory(url, { folder, replica: `run-${run}`, patienceMs: Number(patience) });
const start = recentSlot() - 86_400_000 + Number(run) * 60_000;

for (let n = 0; ; n++) {
  const due = Array.from({ length: 5 }, (_, i) => ({ account: `${n % 7}-${i}`, slot: start + n * 1_000 }));
  const ours = await real.ledger.claim(due).catch(() => due);
  await Promise.all(
    ours.map(async ({ account, slot }) => {
      const amount = `1${run}${n}.25`;
      const kept = await real.history.record(observation(slot, { account, wallets: [wallet(amount)] }));
      writeSync(1, `${kept} ${account} ${slot} ok ${amount}\n`);
    }),
  );
}
