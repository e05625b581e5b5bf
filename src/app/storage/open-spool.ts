// Opens the spool, and drops what this machine remembers there but can't read any more, as after a fault of its disk: one such
// record would keep the process from its start, or hide the records after it.
import { KEPT_ALERT } from '../../monitor/alerts/alert-shelf.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import { KEPT_COST } from '../../receivers/africas-talking/cost.ts';
import { KEPT_MESSAGE } from '../../receivers/local/local-message.ts';
import { KEPT_OPENED } from '../../receivers/local/opened.ts';
import { KEPT_UNSURE } from '../../receivers/local/unsure.ts';
import type { Spool } from '../../store/spool/spool.ts';
import type { Logger } from '../log/logger.ts';
import type { World } from '../world.ts';

/** The records that are objects in JSON; others have no form of their own. */
const OBJECTS = [KEPT_ALERT, KEPT_MESSAGE, KEPT_OPENED, KEPT_UNSURE, KEPT_COST];

/** Opens the spool of this folder. Throws when another process has it. */
export function openSpool(
  folder: string,
  { world, log }: { readonly world: Pick<World, 'clock' | 'openSpool'>; readonly log: Pick<Logger, 'error'> },
): Spool {
  const spool = world.openSpool(folder, {
    now: () => world.clock.now(),
    onTrouble: (trouble) => log.error(trouble, 'the spool is in trouble'),
  });
  dropUnreadable(spool, log);
  return spool;
}

function dropUnreadable(shelf: KeyValueStore, log: Pick<Logger, 'error'>): void {
  const objects = [...shelf.loadStates()].filter(([name]) => OBJECTS.some((kind) => name.startsWith(kind)));
  const unreadable = objects.flatMap(([name, text]) => (isObject(text) ? [] : name));
  for (const record of unreadable)
    log.error({ record }, 'what this machine remembers can not be read, and is dropped');
  if (unreadable.length > 0) shelf.saveStates(new Map(unreadable.map((name) => [name, null])));
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
