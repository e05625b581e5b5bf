// Run by the kill tests: appends, removes and saves states as fast as it can, and says on stdout what it was told.
// Arguments: the folder, the number of this run, the number of rounds (none: until it is killed).
import { writeSync } from 'node:fs';
import { openSpool } from '../../../src/store/spool/spool.ts';
import { observation } from '../../support/fakes.ts';

const [folder = '', run = '0', rounds = 'Infinity'] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);
const spool = openSpool(folder, { now: Date.now, onTrouble: (trouble) => say(`trouble ${trouble.kind}`) });
say('open');

for (let round = 0; round < Number(rounds); round++) {
  const names = Array.from({ length: 1 + (round % 4) }, (_, i) => `${run}-${round}-${i}`);
  spool.append(names.map((account, i) => observation({ account, slot: round * 60_000 + i })));
  say(`kept ${names.join(' ')}`);
  spool.saveStates(new Map([['round', `${run}-${round}`]]));
  say(`state ${run}-${round}`);
  if (round % 3 === 2) {
    const oldest = spool.oldest(2);
    say(`removing ${oldest.map((each) => each.result.account).join(' ')}`);
    spool.remove(oldest.map((each) => each.id));
    say(`removed ${oldest.map((each) => each.result.account).join(' ')}`);
  }
}
spool[Symbol.dispose]();
