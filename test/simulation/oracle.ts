// Knows the truth of a simulated world, looks at what people would see of the monitor, and says which promise is broken.
import { judgeAlerts } from './judge-alerts.ts';
import { judgeDesk } from './judge-desk.ts';
import { createQuietJudge } from './judge-quiet.ts';
import { createShownJudge } from './judge-shown.ts';
import { judgeEpisodes, judgeLost, judgeOutcomes, judgeStored } from './judge-stored.ts';
import { createTimingJudge, type TimingOptions } from './judge-timing.ts';
import { createToldJudge } from './judge-told.ts';
import { createWebhookJudge } from './judge-webhooks.ts';
import { judgeLeftBehind } from './left-behind.ts';
import type { World } from './world.ts';

const MAX_TIMERS = 200; // of one process; it has about twenty

export interface Oracle {
  /** Looks at one of the replicas, as Prometheus would, and at what receivers were told since the last look. */
  look(): Promise<void>;
  /** Judges, after a calm hour, whether everything that was promised has come to pass. */
  judgeEnd(): void;
}

export function createOracle(world: World, timings: TimingOptions): Oracle {
  const begun = world.clockwork.now();
  const shown = createShownJudge(world);
  const told = createToldJudge(world);
  const timing = createTimingJudge(world, timings);
  const quiet = createQuietJudge(world);
  const webhooks = createWebhookJudge(world, timings.faults);

  return {
    async look() {
      told.look();
      timing.look();
      webhooks.look();
      quiet.look();
      judgeEpisodes(world);
      await shown.look(world.chance.pick(world.replicas));
    },
    judgeEnd() {
      judgeStored(world);
      judgeLost(world, begun, timings.faults);
      judgeOutcomes(world);
      judgeAlerts(world, timings.faults);
      judgeDesk(world, begun, timings.faults);
      judgeLeftBehind(world);
      for (const { process, name } of world.replicas) {
        const timers = world.clockwork.pending(process);
        if (timers > MAX_TIMERS) world.violation(`promise 9: ${name} has ${timers} timers`);
      }
      for (const { by, account } of world.services.tooSoon) {
        world.violation(`Retry-After of ${account} was undercut by ${by.name}`);
      }
    },
  };
}
