// What goes from this machine to Postgres, and what is for Postgres alone.
import { expect, test } from 'vitest';
import { createHandOver } from '../../src/receivers/delivery/hand-over.ts';
import { createLocalOutbox } from '../../src/receivers/delivery/local-outbox.ts';
import { handClock } from '../support/clock.ts';
import { firingAlert, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const MINUTE_MS = 60_000;

test('an end of long ago is told by what Postgres knows of it, as soon as it is there', async () => {
  const clock = handClock();
  const outbox = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), clock);
  const handOver = createHandOver({
    ...{ receiver: 'ops', local, outbox, clock },
    ...{ leaseMs: 30_000, lookEveryMs: 5_000 },
  });
  const ended = (rule: string, ago: number) =>
    firingAlert(rule, {
      phase: 'inactive',
      firingAt: clock.now() - 60 * MINUTE_MS,
      resolvedAt: clock.now() - ago * MINUTE_MS,
    });
  const [lasting, lately, old] = [firingAlert('Lasting'), ended('Lately', 15), ended('Old', 16)];
  expect(handOver.fresh([lasting, lately, old])).toEqual([lasting, lately]);

  outbox.away = true;
  expect(await handOver.bring()).toBe(false);
  expect(await local.claim('ops', 10, 30_000)).toEqual([]);
  outbox.away = false;
  expect(await handOver.bring()).toBe(true);
  expect([...outbox.messages.values()]).toMatchObject([{ alert: 'Old', kind: 'resolve', state: 'waiting' }]);
  await outbox.settle((await outbox.claim('ops', 10, 30_000))[0]!, { kind: 'done' });
  handOver.fresh([old]);
  await handOver.bring();
  expect([...outbox.messages.values()]).toMatchObject([{ alert: 'Old', state: 'done' }]);
});
