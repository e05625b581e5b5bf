// The wall clock is set back: nothing waits until it is again what it was.
import { describe, expect, test } from 'vitest';
import { INACTIVE, step } from '../../src/domain/alert.ts';
import { PAST_HOURS } from '../../src/domain/forecast/history.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createRunways } from '../../src/monitor/forecast/runways.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { notificationKey } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { option, optionPoll } from '../support/options.ts';
import { account, lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const back = -60; // minutes

describe('D9 after the clock was set back by an hour', () => {
  const timing = { forMs: 2 * MINUTE, keepFiringForMs: 2 * MINUTE };
  const evaluation = (state: 'met' | 'clear') => ({ state, value: '1', threshold: '2' });

  test('D9 a pending alert fires after its `for`', () => {
    let { state } = step(INACTIVE, evaluation('met'), timing, START);
    const reasons = [1, 2, 3].map((minute) => {
      const next = step(state, evaluation('met'), timing, START + (back + minute) * MINUTE);
      state = next.state;
      return next.reason;
    });
    expect(reasons).toEqual(['waiting', 'waiting', 'fired']);
  });

  test('D9 a clearing one resolves after its `keep_firing_for`', () => {
    let { state } = step(INACTIVE, evaluation('met'), { ...timing, forMs: 0 }, START);
    state = step(state, evaluation('clear'), timing, START + MINUTE).state;
    const reasons = [2, 3, 4].map((minute) => {
      const next = step(state, evaluation('clear'), timing, START + (back + minute) * MINUTE);
      state = next.state;
      return next.reason;
    });
    expect(reasons).toEqual(['clearing', 'clearing', 'cleared']);
  });

  test('D9 BalanceUnknown comes in time, though polls fail', () => {
    const { see, wait, clock } = watching({ builtin: true });
    see(0, [payout('9000000')]);
    clock.step(back * MINUTE);
    const told = [1, 2, 3].flatMap((minute) => {
      const failed = see(back + minute, 'connect');
      return [...failed, ...wait(back + minute + 0.5)];
    });
    expect(told).toEqual(['BalanceUnknown fired']);
  });

  test('D9 BalanceUnknown of one wallet comes in time, though the others are seen', () => {
    const { see, wait, clock } = watching({ builtin: true, rules: [] });
    see(0, [payout('1'), payout('1', 'OTHER')]);
    clock.step(back * MINUTE);
    const told = [1, 2, 3].flatMap((minute) => {
      const seen = see(back + minute, [payout('1', 'OTHER')]);
      return [...seen, ...wait(back + minute + 0.5)];
    });
    expect(told).toEqual(['BalanceUnknown fired']);
  });

  test('D9 drops_by looks back as far as it says, and no further', () => {
    const by = { field: 'available', by: amountOf('3000000'), percent: false, withinMs: 5 * MINUTE } as const;
    const { see, clock } = watching({ rules: [lowRule({ condition: { kind: 'drops_by', ...by } })] });
    see(0, [payout('9000000')]);
    clock.step(back * MINUTE);
    for (let minute = 1; minute <= 6; minute++) see(back + minute, [payout('8000000')]);
    expect(see(back + 7, [payout('6000000')])).toEqual([]);
  });

  test('D9 so do two rules of one condition that a reload has left as they were', () => {
    const by = { field: 'available', by: amountOf('3000000'), percent: false, withinMs: 5 * MINUTE } as const;
    const drop = lowRule({ condition: { kind: 'drops_by', ...by } });
    const settings = { accounts: [account()], rules: [drop, { ...drop, name: 'Later', forMs: MINUTE }] };
    const { see, watch, clock } = watching(settings);
    see(0, [payout('9000000')]);
    watch.reload({ ...settings, builtin: false });
    clock.step(back * MINUTE);
    see(back + 1, [payout('8000000')]);
    expect(see(back + 2, [payout('6000000')])).toEqual(['PayoutFloatLow fired', 'Later pending']);
  });

  test('D9 runways are made anew, not an hour later', async () => {
    const clock = handClock(START + 30 * MINUTE);
    let reads = 0;
    const hours = Float64Array.from({ length: PAST_HOURS }, () => 10);
    const history = {
      withPast: async (names: readonly string[]) => names,
      async read() {
        reads++;
        return [{ account: 'a', currency: 'UGX', walletType: 'P', hours }];
      },
    };
    const runways = createRunways({ history, clock, onFailure: () => {} });
    const aims = [{ leadMs: 24 * HOUR, confidence: 0.95 }] as const;
    const accounts = [{ name: 'a', schedule: account().schedule, aims }];
    await runways.refresh(accounts);
    clock.step(-5 * HOUR);
    await runways.refresh(accounts);
    expect(reads).toBe(2);
    expect(
      runways.of({ account: 'a', currency: 'UGX', walletType: 'P' }, amountOf('1'), clock.now()),
    ).toBeDefined();
  });
});

test('a clock that is set forward and back again changes nothing that was seen in between', () => {
  const { see, wait, clock } = watching({ builtin: true, accounts: [account()] });
  see(0, [payout('9000000')]);
  clock.step(HOUR);
  clock.step(-HOUR);
  expect(see(1, [payout('9000000')])).toEqual([]);
  expect(wait(2)).toEqual([]);
});

describe('alerts over a clock that is set back', () => {
  const lasting = { forMs: 5 * MINUTE, keepFiringForMs: 5 * MINUTE };

  test('D9 for and keep_firing_for go on', () => {
    const { see, clock, alert } = watching({ rules: [lowRule(lasting)] });
    for (const minute of [0, 1, 2, 3]) see(minute, [payout('1')]);
    clock.step(-HOUR);
    expect(see(-56, [payout('1')])).toEqual([]);
    expect(see(-55, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    for (const minute of [-54, -53, -52, -51]) see(minute, [payout('9000000')]);
    clock.step(-HOUR);
    expect(see(-110, [payout('9000000')])).toEqual([]);
    expect(see(-109, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
    expect(alert()).toMatchObject({ phase: 'inactive' });
  });

  test('D9 those of payment options too', () => {
    const clock = handClock(START);
    const options = { name: 'acme-ug', schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2 };
    const any = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
    const { wallets: _, ...common } = lowRule({ name: 'Gone' });
    const rule = { ...common, options: any, condition: { kind: 'inactive_for', ms: 5 * MINUTE } } as const;
    const watch = createAlertEvaluator(
      { accounts: [{ ...account(), options }], rules: [rule], builtin: false },
      clock,
    );
    const see = (minute: number) => {
      clock.advance(START + minute * MINUTE - clock.now());
      const seen = optionPoll(clock.now(), [option({ active: false })]);
      return watch.observeOptions(seen).map(({ transition }) => transition);
    };
    expect([0, 1, 2, 3].flatMap(see)).toEqual(['pending']);
    clock.step(-HOUR);
    expect([-56, -55].flatMap(see)).toEqual(['fired']);
  });

  describe('D9 the change of a limit stays news for its day', () => {
    const changed = option({ min: amountOf('1000') });
    const day = 24 * 60; // minutes

    test('and no longer', () => {
      const { see, clock } = watchingLimits();
      see(0, option());
      expect(see(1, changed)).toEqual(['fired']);
      clock.step(-10 * HOUR);
      expect(see(-600 + day, changed)).toEqual([]);
      expect(see(-600 + day + 1, changed)).toEqual(['resolved']);
    });

    test('nor after a restart', () => {
      const { see, clock, next } = watchingLimits();
      see(0, option());
      see(1, changed);
      clock.step(-10 * HOUR);
      see(-599, changed);
      const { see: then } = next();
      expect(then(-600 + day, changed)).toEqual([]);
      expect(then(-600 + day + 1, changed)).toEqual(['resolved']);
    });
  });

  test('an alert that fires again in a slot that came twice is another episode', () => {
    const { see, alert } = watching({ rules: [lowRule()] });
    see(0, [payout('1')]);
    const first = notificationKey(alert()!, 'fire');
    see(1, [payout('9000000')]);
    expect(see(0, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    expect(notificationKey(alert()!, 'fire')).not.toBe(first);
  });
});

/** A rule about changed limits; `next` goes on with what it remembers, as another process. */
function watchingLimits(clock = handClock(START), remembered: readonly SavedAlert[] = []) {
  const options = { name: 'acme-ug', schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2 };
  const any = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
  const { wallets: _, ...common } = lowRule({ name: 'Limit' });
  const rule = { ...common, options: any, condition: { kind: 'limit_changed' } } as const;
  const watch = createAlertEvaluator(
    { accounts: [{ ...account(), options }], rules: [rule], builtin: false },
    clock,
  );
  watch.resume(remembered, []);
  return {
    clock,
    see(minute: number, seen: PaymentOption) {
      clock.advance(START + minute * MINUTE - clock.now());
      return watch.observeOptions(optionPoll(clock.now(), [seen])).map(({ transition }) => transition);
    },
    next: () => watchingLimits(clock, watch.unsaved()),
  };
}
