// Knows the truth of a simulated world, looks at what people would see of the monitor, and says which promise is broken.
import { alertmanagersHit, type Fault } from './faults.ts';
import { judgeAlerts } from './judge-alerts.ts';
import { judgeDesk } from './judge-desk.ts';
import { createQuietJudge } from './judge-quiet.ts';
import { createShownJudge } from './judge-shown.ts';
import { createStoredJudge, judgeEpisodes, judgeLost, judgeSpooled } from './judge-stored.ts';
import { createTimingJudge, type TimingOptions } from './judge-timing.ts';
import { createToldJudge } from './judge-told.ts';
import { createWebhookJudge } from './judge-webhooks.ts';
import { judgeLeftBehind } from './left-behind.ts';
import { asSeenBySecond, settingsNow, type World } from './world.ts';

const MAX_TIMERS = 200; // of one process; it has about twenty

export interface Oracle {
  /** Looks at one of the replicas, as Prometheus would, and at what receivers were told since the last look. */
  look(): Promise<void>;
  /** Judges, after a calm hour, whether everything that was promised has come to pass. */
  judgeEnd(): void;
}

export function createOracle(world: World, timings: TimingOptions): Oracle {
  const begun = world.clockwork.now();
  const { alertmanagers } = settingsNow(world);
  const second = asSeenBySecond(world);
  const shown = createShownJudge(world);
  const judges = [
    ...[createStoredJudge(world), createQuietJudge(world)],
    createWebhookJudge(world, timingsOf('alertmanager').faults),
    ...[createToldJudge(world), createTimingJudge(world, timingsOf('alertmanager'))],
    createToldJudge(second),
    createTimingJudge(second, {
      ...timingsOf('second'),
      isOut: () => settingsNow(world).alertmanagers === 1,
    }),
  ];

  function judgeAll(): void {
    for (const judge of judges) judge.look();
    judgeEpisodes(world);
    for (const { process, name } of world.replicas) {
      const timers = world.clockwork.pending(process);
      if (timers > MAX_TIMERS) world.violation(`promise 9: ${name} has ${timers} timers`);
    }
  }

  /** Without the faults that only another Alertmanager has. */
  function timingsOf(whose: 'alertmanager' | 'second'): TimingOptions {
    const isIts = (fault: Fault) =>
      !fault.kind.startsWith('alertmanager') || alertmanagersHit(fault, alertmanagers).includes(whose);
    return { ...timings, faults: timings.faults.filter(isIts) };
  }

  return {
    async look() {
      judgeAll();
      await shown.look(world.chance.pick(world.replicas));
    },
    judgeEnd() {
      judgeAll();
      judgeSpooled(world);
      judgeLost(world, begun, timings.faults);
      judgeAlerts(world, timings.faults);
      judgeDesk(world, begun, timings.faults);
      judgeLeftBehind(world);
      for (const { by, account } of world.services.tooSoon) {
        world.violation(`Retry-After of ${account} was undercut by ${by.name}`);
      }
    },
  };
}
