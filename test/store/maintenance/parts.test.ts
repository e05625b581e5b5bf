// Work on many accounts in ever smaller parts: what is done of it, and what is taken for a failure of an account.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stretch } from '../../../src/store/maintenance/figures.ts';
import { halve, halveLate, inParts } from '../../../src/store/maintenance/parts.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 2, 2);

const stretches = fc
  .record({ accounts: fc.integer({ min: 1, max: 12 }), hours: fc.integer({ min: 1, max: 30 }) })
  .map(({ accounts, hours }) => ({
    accountIds: Array.from({ length: accounts }, (_, i) => i + 1),
    ...{ from: FROM, to: FROM + hours * HOUR_MS },
  }));

/** Each hour of each account. */
const hoursIn = ({ accountIds, from, to }: Stretch): readonly string[] =>
  accountIds.flatMap((id) =>
    Array.from({ length: (to - from) / HOUR_MS }, (_, i) => `${id} ${from / HOUR_MS + i}`),
  );

const refusal = (code: string) => Object.assign(new Error('refused'), { code });

test('halves are together what was halved, each less than it, and what can not be halved is one hour of one account', () => {
  fc.assert(
    fc.property(stretches, (stretch) => {
      const halves = halve(stretch);
      if (halves.length === 0) expect(hoursIn(stretch)).toHaveLength(1);
      else expect(halves.flatMap(hoursIn).sort()).toEqual([...hoursIn(stretch)].sort());
      for (const half of halves) expect(hoursIn(half).length).toBeGreaterThan(0);
    }),
  );
});

test('so are halves of marked hours, which end an hour beyond their last', () => {
  fc.assert(
    fc.property(stretches, (stretch) => {
      const late = { ...stretch, to: stretch.to + HOUR_MS, marks: ['m'] };
      const marked = <S extends Stretch>(some: S) => hoursIn({ ...some, to: some.to - HOUR_MS });
      const halves = halveLate(late);
      if (halves.length === 0) expect(marked(late)).toHaveLength(1);
      else expect(halves.flatMap(marked).sort()).toEqual([...marked(late)].sort());
      for (const half of halves) expect([marked(half).length > 0, half.marks]).toEqual([true, ['m']]);
    }),
  );
});

test('whatever is refused, or takes too long, all else is done once; only what fails alone is a failure of its account', async () => {
  const bad = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 });
  const code = fc.constantFrom('57014', '22003');
  await fc.assert(
    fc.asyncProperty(stretches, bad, code, fc.integer({ min: 1, max: 100 }), async (all, bad, code, most) => {
      const failures = new Map<number, Error>();
      const done: string[] = [];
      await inParts(all, { halve, failures }, async (part) => {
        const hours = hoursIn(part);
        if (hours.length > most || part.accountIds.some((id) => bad.includes(id))) throw refusal(code);
        done.push(...hours);
      });
      const wrong = all.accountIds.filter((id) => bad.includes(id));
      expect([...failures.keys()].sort()).toEqual(wrong.sort());
      const good = hoursIn({ ...all, accountIds: all.accountIds.filter((id) => !bad.includes(id)) });
      expect(done.sort()).toEqual([...good].sort());
    }),
  );
});

test('while Postgres is away, or ends what is under way, it is asked no more, and nothing is wrong with the accounts', async () => {
  for (const error of [new Error('connect ECONNREFUSED'), refusal('57P01'), refusal('40001')]) {
    const failures = new Map<number, Error>();
    let asked = 0;
    const work = async () => {
      asked++;
      throw error;
    };
    const all = { accountIds: [1, 2, 3], from: FROM, to: FROM + 24 * HOUR_MS };
    await expect(inParts(all, { halve, failures }, work)).rejects.toBe(error);
    expect([asked, failures.size]).toEqual([1, 0]);
  }
});
