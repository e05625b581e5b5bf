// What each test does without any mutant: whether it passes, how long it takes, and which mutants' places it reaches.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kept } from './kept.ts';
import { type Place, withProbes } from './probes.ts';
import { type FileRan, recordOf } from './resident.ts';
import { ROOT, type Room } from './room.ts';

/** Sources with a probe at each place, as a room has them; by file. */
export function probedSources(
  places: readonly (Place & { readonly file: string })[],
  room: Room,
): Map<string, string> {
  const byFile = [...Map.groupBy(places, ({ file }) => file)];
  return new Map(
    byFile.map(([file, some]) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return [file, withProbes(file, source, some, recordOf(room.path))];
    }),
  );
}

/** What a test does; `null` where it could not be run to its end. */
export type Reach = FileRan | null;

/** Asks what tests do, of each once: those that nobody has asked about are run in the room. */
export type Reaches = (tests: readonly string[], room: Room) => Promise<Reach[]>;

export function createReaches(kept: Kept): Reaches {
  const known = new Map<string, Promise<Reach>>(
    [...kept.known].map(([test, ran]) => [test, Promise.resolve(ran)]),
  );
  return async (tests, room) => {
    const unknown = tests.filter((test) => !known.has(test));
    if (unknown.length > 0) {
      const asked = run(unknown, room, kept);
      for (const test of unknown)
        known.set(
          test,
          asked.then((all) => all.get(test)!),
        );
    }
    return await Promise.all(tests.map((test) => known.get(test)!));
  };
}

async function run(tests: readonly string[], room: Room, kept: Kept): Promise<Map<string, Reach>> {
  const ran = await room.run(tests, { withinMs: 60_000 + 180_000 * tests.length, bails: false });
  ran?.files.forEach(kept.keep);
  return new Map(tests.map((test) => [test, ran?.files.find((each) => each.test === test) ?? null]));
}
