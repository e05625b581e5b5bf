// The story of the demo: what is played when, that a second start goes on in it, and what the sandbox then answers.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlayer, switchedOption } from '../../src/app/demo/demo-player.ts';
import {
  CAST,
  greeting,
  LOW_AFTER_MS,
  playingAt,
  playingLine,
  ROUND_MS,
  SCENES,
  TOPPED_UP_AFTER_MS,
} from '../../src/app/demo/demo-story.ts';
import { compareAmounts } from '../../src/domain/money.ts';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { optionsAt } from '../../src/sandbox/options.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';

const SINCE = Date.UTC(2026, 10, 22, 9);
const [SECOND, MINUTE] = [1_000, 60_000];

test('scenes are in their order, within the round, and each part is followed by calm or by its end', () => {
  const starts = SCENES.map(({ from }) => from);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts[0]).toBe(0);
  expect(starts.at(-1)).toBeLessThan(ROUND_MS);
  expect(new Set(SCENES.map(({ name }) => name))).toEqual(
    new Set(['calm', 'low', 'topped_up', 'blind', 'refused', 'option', 'payday']),
  );
});

test.each([
  [0, 'Demo, minute 1 of 15: trade as on any day.'],
  [30 * SECOND, /^Demo, minute 1 of 15: the UGX payout wallet of demo-acme-ug has run low/],
  [4 * MINUTE, /^Demo, minute 5 of 15: the top-up of demo-acme-ug has come/],
  [6 * MINUTE, /minute 7 of 15: the service of demo-lakeside-loans is down/],
  [9 * MINUTE, /the key of demo-zebra-tz is refused/],
  [11 * MINUTE, /a payment option of demo-acme-ke is switched off/],
  [13 * MINUTE, /payday at demo-lakeside-loans/],
  [14.9 * MINUTE, /minute 15 of 15/],
])('after %d ms a page says %s', (elapsed, line) => {
  const since = SINCE + 253 * SECOND; // at no multiple of a round, so that what is before it differs from what is after it
  for (const round of [0, 1, 40])
    expect(playingLine(playingAt(since, since + round * ROUND_MS + elapsed))).toMatch(line);
});

test('F13 a start says what is true then, and what comes when', () => {
  expect(greeting(playingAt(SINCE, SINCE + 5 * MINUTE))).toBe(
    'Now the service of demo-lakeside-loans is down: its balances turn unknown, never zero. In 120 s: demo-lakeside-loans is seen again.',
  );
  expect(greeting(playingAt(SINCE, SINCE + ROUND_MS - SECOND))).toMatch(/In 1 s: trade as on any day\.$/);
});

/** A stage at an instant after the demo's first start. */
function stage() {
  let wall = SINCE;
  const anchor = {
    ...{ merchant: CAST.low, currency: 'UGX' },
    ...{ lowAt: SINCE + LOW_AFTER_MS * 60, toppedUpAt: SINCE + TOPPED_UP_AFTER_MS * 60 },
  };
  const scenario = createScenario({ seed: 'floatwatch', merchants: MERCHANTS, anchor });
  const clock = createSimulatedClock({ wall: () => wall, speed: 60, start: SINCE });
  const sandbox = createSandbox({ scenario, clock });
  const player = createPlayer({ sandbox, scenario }, SINCE);
  const available = (merchant: string) => {
    const wallets = sandbox.overrides.wallets(merchant, scenario.at(merchant, clock.now()));
    return wallets.find(({ currency, walletType }) => `${currency}/${walletType}` === 'UGX/MERCHANT_PAYOUT')!
      .available;
  };
  const threshold = scenario.thresholds.find(
    (each) => each.merchant === CAST.low && each.currency === 'UGX' && each.walletType === 'MERCHANT_PAYOUT',
  )!.threshold;
  return {
    ...{ sandbox, scenario, available, threshold },
    at(elapsed: number) {
      wall = SINCE + elapsed;
      player.play(wall);
    },
    faults: () => sandbox.faults.list().map(({ merchant, name }) => `${merchant} ${name}`),
    isLow: () => compareAmounts(available(CAST.low), threshold) < 0,
  };
}

test('the wallet is low from its scene on until its top-up, in every round', () => {
  const { at, isLow } = stage();
  for (const round of [0, 1, 2, 7]) {
    const begin = round * ROUND_MS;
    for (const [elapsed, low] of [
      [LOW_AFTER_MS + 5 * SECOND, true],
      [TOPPED_UP_AFTER_MS - SECOND, true],
      [TOPPED_UP_AFTER_MS + SECOND, false],
      [ROUND_MS - SECOND, false],
    ] as const) {
      at(begin + elapsed);
      expect(isLow(), `round ${round}, after ${elapsed} ms`).toBe(low);
    }
  }
});

test.each([
  [6 * MINUTE, ['lakeside-loans status']],
  [9 * MINUTE, ['zebra-tz unauthorized']],
  [10 * MINUTE, []],
])('after %d ms the faults are %j, whenever it was started', (elapsed, faults) => {
  const went = stage();
  for (let at = 0; at <= elapsed; at += 10 * SECOND) went.at(at);
  expect(went.faults()).toEqual(faults);
  const began = stage(); // in the middle of the scene
  began.at(3 * ROUND_MS + elapsed);
  expect(began.faults()).toEqual(faults);
});

test('the payment option is off in its scene and back after it', () => {
  const { at, sandbox, scenario } = stage();
  const id = switchedOption(scenario, SINCE);
  const option = { ...id, active: true } as never;
  const active = () => sandbox.overrides.options(CAST.option, [option]).map((each) => each.active);
  at(10.5 * MINUTE);
  expect(active()).toEqual([false]);
  at(11.5 * MINUTE);
  expect(active()).toEqual([true]);
});

test('the payment option is one that is on offer, a week later where all are gone for a while', () => {
  const merchants = MERCHANTS.map((each) => ({ ...each, wallets: each.wallets.slice(0, 1) }));
  const { scenario } = stage();
  const since = Date.UTC(2027, 8, 17, 19);
  const acme = merchants.find(({ name }) => name === CAST.option)!;
  const onOffer = (at: number) =>
    optionsAt(scenario.seed, acme, at).filter(({ transactionType }) => transactionType === 'PAYOUT');
  expect(onOffer(since)).toEqual([]);
  expect(switchedOption({ ...scenario, merchants }, since)).toEqual(onOffer(since + 7 * 24 * 60 * MINUTE)[0]);
});

test('on payday more than half of the wallet is paid out within a minute, and it is filled up again', () => {
  const { at, available, scenario, sandbox } = stage();
  const live = () =>
    scenario
      .at(CAST.payday, sandbox.clock.now())
      .find(({ currency, walletType }) => currency === 'UGX' && walletType === 'MERCHANT_PAYOUT')!.available;
  at(13.5 * MINUTE);
  expect(Number(available(CAST.payday)) / Number(live())).toBeCloseTo(0.4, 3);
  at(14.5 * MINUTE);
  expect(available(CAST.payday)).toBe(live());
});

test('whatever was skipped while nobody played, only what the scene asks for is on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 * ROUND_MS }), { minLength: 1, maxLength: 12 }), (instants) => {
      const { at, faults } = stage();
      for (const instant of instants) at(instant);
      const { scene } = playingAt(SINCE, SINCE + instants.at(-1)!);
      const expected = { blind: ['lakeside-loans status'], refused: ['zebra-tz unauthorized'] };
      expect(faults()).toEqual(expected[scene.name as keyof typeof expected] ?? []);
    }),
    { numRuns: 30 },
  );
});
