import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const slow = { rules: [lowRule({ forMs: 2 * MINUTE, keepFiringForMs: 2 * MINUTE })] };

describe('A7 after a restart', () => {
  test('a firing alert goes on with its startsAt: nothing resolves, nothing fires again', () => {
    const before = watching();
    before.see(0, [payout('1')]);
    const after = watching();
    after.clock.advance(5 * MINUTE);
    expect(after.watch.resume(before.watch.unsaved(), [polled(0, [payout('1')])])).toEqual([]);
    expect(after.alert()).toMatchObject({ phase: 'firing', firingAt: START, value: '1' });
    expect(after.see(6, [payout('1')])).toEqual([]);
    expect(after.see(7, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
    expect(after.alert()).toMatchObject({ firingAt: START, resolvedAt: START + 7 * MINUTE });
  });

  test('a pending one keeps the time it has waited, one that is clearing the time it has been clear', () => {
    const before = watching(slow);
    before.see(0, [payout('1')]);
    const after = watching(slow);
    after.watch.resume(before.watch.unsaved(), []);
    expect(after.see(2, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    after.see(3, [payout('9000000')]);
    const third = watching(slow);
    third.watch.resume(after.watch.unsaved(), []);
    expect(third.see(5, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
  });

  test('a fresh observation whose judgement was lost is judged; one that is too old only lends its values', () => {
    const fresh = watching();
    fresh.clock.advance(MINUTE);
    expect(fresh.watch.resume([], [polled(0, [payout('1')])])).toHaveLength(1);
    const old = watching();
    old.clock.advance(60 * MINUTE);
    expect(old.watch.resume([], [polled(0, [payout('1')])])).toEqual([]);
    expect(old.alert()).toMatchObject({ phase: 'inactive' });
  });

  describe('of a rule that looks back', () => {
    const by = {
      field: 'available',
      by: amountOf('3000000'),
      percent: false,
      withinMs: 10 * MINUTE,
    } as const;
    const drop = { rules: [lowRule({ condition: { kind: 'drops_by', ...by } })] };
    const past = (...values: [minute: number, amount: string][]) =>
      values.map(([minute, amount]) => {
        const wallet = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
        return { ...wallet, slot: START + minute * MINUTE, amount: amountOf(amount) };
      });
    const lookback = { extreme: 'max', field: 'available', since: START - 5 * MINUTE } as const;

    test('a response that named a wallet last that is missing since says nothing of the others', () => {
      const { watch, see } = watching(drop);
      watch.lookBack(lookback, past([-5, '9000000'], [-2, '8000000']));
      const lost = polled(-60, [payout('9900000'), payout('2', 'SERVICE_PAYMENTS')]);
      watch.resume([], [polled(-1, [payout('7000000')]), lost]);
      expect(see(0, [payout('6500000')])).toEqual([]);
      expect(see(6, [payout('5000000')])).toEqual(['PayoutFloatLow fired']);
    });

    test('the past comes from history: a drop is one, and over when the higher value is out of its window', () => {
      const { watch, see } = watching(drop);
      watch.lookBack(lookback, past([-5, '9000000'], [-2, '8000000']));
      expect(see(0, [payout('5000001')])).toEqual(['PayoutFloatLow fired']);
      expect(see(5, [payout('5000001')])).toEqual([]);
      expect(see(6, [payout('5000001')])).toEqual(['PayoutFloatLow resolved']);
    });

    test('the past may come late, and of wallets that nobody knows yet', () => {
      const { watch, see } = watching(drop);
      see(0, [payout('7000000', 'SERVICE_PAYMENTS')]);
      watch.lookBack(lookback, past([-5, '9000000']));
      expect(see(1, [payout('6000000')])).toEqual(['PayoutFloatLow fired']);
    });

    test('without it a firing alert is held until the window is full again', () => {
      const before = watching(drop);
      before.see(0, [payout('9000000')]);
      before.see(1, [payout('1')]);
      const after = watching(drop);
      after.watch.resume(before.watch.unsaved(), []);
      expect(after.see(2, [payout('1')])).toEqual([]);
      expect(after.alert()).toMatchObject({ phase: 'firing', held: true });
      expect(after.see(11, [payout('1')])).toEqual([]);
      expect(after.see(12, [payout('1')])).toEqual(['PayoutFloatLow resolved']);
    });

    test('after a standstill likewise, until what others saw meanwhile is there', () => {
      const { watch, see, alert, clock } = watching(drop);
      see(0, [payout('9000000')]);
      see(15, [payout('9000000')]);
      expect(see(16, [payout('6000000')])).toEqual(['PayoutFloatLow fired']);
      clock.advance(3 * MINUTE);
      watch.awaitPolls();
      expect(see(19, [payout('7000000')])).toEqual([]); // others saw it fall from 10,000,000
      expect(alert()).toMatchObject({ phase: 'firing', held: true });
      watch.lookBack({ ...lookback, since: START + 10 * MINUTE }, past([15, '9000000'], [18, '10000000']));
      expect(see(20, [payout('7000000')])).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', held: false });
      expect(see(21, [payout('7000001')])).toEqual(['PayoutFloatLow resolved']);
    });

    test('after the clock was set back likewise', () => {
      const { watch, see, alert, clock } = watching(drop);
      see(0, [payout('9000000')]);
      see(15, [payout('9000000')]);
      expect(see(16, [payout('6000000')])).toEqual(['PayoutFloatLow fired']);
      clock.step(-30 * MINUTE);
      watch.awaitPolls();
      expect(see(-13, [payout('7000000')])).toEqual([]); // others saw it fall from 10,000,000
      expect(alert()).toMatchObject({ phase: 'firing', held: true });
    });

    test('after a standstill also of a wallet that only others have seen', () => {
      const [ours, other] = [watching(drop), watching(drop)];
      ours.watch.lookBack({ ...lookback, since: START - 10 * MINUTE }, []);
      ours.see(0, [payout('7000000', 'SERVICE_PAYMENTS')]);
      other.see(2, [payout('9000000')]);
      other.see(3, [payout('6000000')]);
      ours.clock.advance(4 * MINUTE);
      ours.watch.awaitPolls();
      ours.watch.resume(other.watch.unsaved(), [polled(3, [payout('6000000')])]);
      ours.see(4, [payout('6000000')]);
      expect(ours.alert()).toMatchObject({ phase: 'firing', held: true });
    });

    test('A7 without it an alert that began since is held, too: what it rose from may be forgotten', () => {
      const rise = { ...by, kind: 'rises_by', by: amountOf('20'), percent: true } as const;
      const { watch, see, alert } = watching({ rules: [lowRule({ condition: rise })] });
      watch.resume([], [polled(-1, [payout('5000000')])]); // a minute before it had 4,999,999
      expect(see(0, [payout('9000000')])).toEqual(['PayoutFloatLow fired']);
      expect(see(1, [payout('5999999')])).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', held: true });
      watch.lookBack(
        { extreme: 'min', field: 'available', since: START - 5 * MINUTE },
        past([-2, '4999999']),
      );
      expect(see(2, [payout('5999999')])).toEqual([]);
      expect(see(9, [payout('5999999')])).toEqual(['PayoutFloatLow resolved']);
    });
  });

  test('what is remembered may come late: an episode that both know keeps its beginning', () => {
    const before = watching();
    before.see(0, [payout('1')]);
    const after = watching();
    after.see(5, [payout('1')]);
    after.watch.resume(before.watch.unsaved(), []);
    expect(after.alert()).toMatchObject({ phase: 'firing', firingAt: START });
    const both = ['PayoutFloatLow resolved', 'PayoutFloatLow resolved']; // also as it was told by this process
    expect(after.see(6, [payout('9000000')])).toEqual(both);
  });

  test('what was recalled after a poll of the same slot is remembered again: it had taken its place', () => {
    const rules = { rules: [lowRule({ forMs: MINUTE })] };
    const before = watching(rules);
    before.see(0, [payout('1')]);
    expect(before.see(1, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    const after = watching(rules, () => [], START + 1.5 * MINUTE);
    expect(after.see(1, [payout('1')])).toEqual(['PayoutFloatLow pending']);
    expect(after.watch.unsaved()).toMatchObject([{ state: { phase: 'pending' } }]);
    after.watch.resume(before.watch.unsaved(), []);
    expect(after.alert()).toMatchObject({ phase: 'firing', firingAt: START + MINUTE });
    expect(after.watch.unsaved()).toMatchObject([{ state: { phase: 'firing', firingAt: START + MINUTE } }]);
  });

  test('of two that saw as much, who waits still ends nothing of who fires', () => {
    const rules = { rules: [lowRule({ forMs: MINUTE })] };
    const first = watching(rules);
    first.see(0, [payout('1')]);
    first.see(1, [payout('1')]);
    const second = watching(rules);
    expect(second.see(1, [payout('1')])).toEqual(['PayoutFloatLow pending']);
    expect(first.watch.resume(second.watch.unsaved(), [])).toEqual([]);
    expect(first.alert()).toMatchObject({ phase: 'firing', firingAt: START + MINUTE });
  });

  test('what was told under a beginning of our own ends with the episode, over a reload too', () => {
    const before = watching();
    before.see(0, [payout('1')]);
    const { see, watch, options, alert } = watching();
    expect(see(5, [payout('1')])).toEqual(['PayoutFloatLow fired']); // nothing was known of before
    watch.resume(before.watch.unsaved(), []);
    expect(alert()).toMatchObject({ phase: 'firing', firingAt: START });
    watch.reload({ ...options });
    watch.unsaved();
    const told = watch.observe(polled(9, [payout('9000000')])).map((change) => change.alert);
    expect(told.map(({ phase, firingAt, resolvedAt }) => [phase, firingAt, resolvedAt])).toEqual([
      ['inactive', START + 5 * MINUTE, START + 9 * MINUTE],
      ['inactive', START, START + 9 * MINUTE],
    ]);
    expect(see(10, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    expect(see(11, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
  });

  test('and at once where it has ended meanwhile under the other', () => {
    const before = watching();
    before.see(0, [payout('1')]);
    const { see, watch } = watching();
    see(5, [payout('1')]);
    before.see(7, [payout('9000000')]);
    const told = watch.resume(before.watch.unsaved(), []).map((change) => change.alert);
    expect(told.map(({ phase, firingAt, resolvedAt }) => [phase, firingAt, resolvedAt])).toEqual([
      ['inactive', START + 5 * MINUTE, START + 7 * MINUTE],
    ]);
  });

  test('A10 a remembered alert whose rule is gone is ended', () => {
    const before = watching();
    before.see(0, [payout('1')]);
    const after = watching({ rules: [] });
    after.clock.advance(MINUTE);
    const [change] = after.watch.resume(before.watch.unsaved(), []);
    expect(change).toMatchObject({ transition: 'resolved', reason: 'removed' });
    expect(after.alert()).toMatchObject({ firingAt: START, resolvedAt: START + MINUTE });
    expect(after.watch.unsaved()).toHaveLength(1);
  });
});

describe('A10 a reload', () => {
  test('ends the alerts of a rule that is gone, and tells of it for a quarter of an hour', () => {
    const { watch, see, wait, alert } = watching();
    see(0, [payout('1')]);
    expect(watch.reload({ accounts: [account()], rules: [], builtin: false })).toMatchObject([
      { transition: 'resolved', reason: 'removed', alert: { firingAt: START } },
    ]);
    wait(14);
    expect(alert()).toMatchObject({ phase: 'inactive', resolvedAt: START });
    wait(16);
    expect(alert()).toBeUndefined();
  });

  test('ends the alerts of an account that is gone', () => {
    const { watch, see } = watching();
    see(0, [payout('1')]);
    const accounts = [account('other')];
    expect(watch.reload({ accounts, rules: [lowRule()], builtin: false })).toHaveLength(1);
    expect(watch.observe(polled(1, [payout('1')]))).toEqual([]);
  });

  test('ends the alerts of wallets that a rule no longer matches, and of a severity that is another', () => {
    const { watch, see } = watching();
    see(0, [payout('1')]);
    const wallets = { account: '*', currency: 'KES', walletType: '*' };
    const changed = { accounts: [account()], rules: [lowRule({ wallets })], builtin: false };
    expect(watch.reload(changed).map(({ transition }) => transition)).toEqual(['resolved']);
    const critical = { ...changed, rules: [lowRule({ severity: 'critical' })] };
    expect(watch.reload(critical)).toEqual([]);
    see(1, [payout('1')]);
    expect(watch.alerts().filter(({ phase }) => phase === 'firing')).toHaveLength(1);
  });

  test('keeps everything else as it was: state, waiting time, freshness', () => {
    const { watch, see, alert } = watching(slow);
    see(0, [payout('1')]);
    const again = { accounts: [account()], rules: [...slow.rules, lowRule({ name: 'New' })], builtin: false };
    expect(watch.reload(again)).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START });
    expect(watch.observe(polled(0, [payout('9000000')]))).toEqual([]); // still the same slot
    expect(see(2, [payout('1')])).toEqual(['PayoutFloatLow fired', 'New fired']);
  });
});

test('only what must be remembered is: neither steady evidence nor closed eyes', () => {
  const { watch, see } = watching();
  see(0, [payout('9000000')]);
  expect(watch.unsaved()).toEqual([]);
  see(1, [payout('1')]);
  expect(watch.unsaved()).toMatchObject([{ account: 'acme-ug', state: { phase: 'firing', value: '1' } }]);
  see(2, 'connect');
  see(3, [payout('2')]);
  expect(watch.unsaved()).toEqual([]);
});

describe('what was known before and comes after the first poll', () => {
  const lost = (minute: number) => polled(minute, [payout('1'), payout('2', 'SERVICE_PAYMENTS')]);
  const unknown = ({ watch }: ReturnType<typeof watching>) =>
    watch
      .alerts()
      .find(({ rule, walletType }) => rule === 'BalanceUnknown' && walletType === 'SERVICE_PAYMENTS');

  test('a wallet that the service no longer names is unknown from when it turned stale', () => {
    const world = watching({ builtin: true }, () => [], START + 3 * MINUTE);
    world.see(4, [payout('9000000')]);
    expect(world.watch.resume([], [lost(3)])).toEqual([]);
    expect(world.alert()).toMatchObject({ phase: 'inactive', value: '9000000' });
    expect(unknown(world)).toMatchObject({ phase: 'inactive' });
    world.see(5, [payout('9000000')]);
    const told = world.wait(6);
    expect(unknown(world)?.phase).toBe('firing');
    expect(told).toEqual(['BalanceUnknown fired']);
  });

  test('old figures of it are no news: its rules hold, and say when it was last known', () => {
    const { watch, see, alert } = watching({}, () => [], START + 60 * MINUTE);
    see(61, [payout('5', 'SERVICE_PAYMENTS')]);
    expect(watch.resume([], [polled(0, [payout('1')])])).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive' });
    expect(see(62, [payout('5', 'SERVICE_PAYMENTS')])).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive' });
    expect(see(63, [payout('1')])).toEqual(['PayoutFloatLow fired']);
  });

  test('after polls that failed, the rule of a wallet that nobody has seen since begins at once with the next', () => {
    const world = watching({ builtin: true }, () => [], START + 4 * MINUTE);
    world.see(4, 'connect');
    expect(world.watch.resume([], [lost(3)])).toEqual([]);
    expect(unknown(world)).toMatchObject({ phase: 'inactive' });
    const told = world.wait(20); // of the account, not of each wallet
    expect(told.filter((one) => one === 'BalanceUnknown fired')).toHaveLength(1);
    expect(unknown(world)).toMatchObject({ phase: 'inactive' });
  });

  describe('of a wallet that the service names without its balance since', () => {
    const blank = [{ ...payout('1'), available: null }];
    const partial = { outcome: 'partial' } as const;
    const silent = lowRule({ name: 'Silent', condition: { kind: 'unknown_for', ms: 8 * MINUTE } });
    const firing = ({ watch }: ReturnType<typeof watching>) =>
      watch
        .alerts()
        .flatMap(({ phase, rule, walletType, firingAt }) =>
          phase === 'firing' ? [[rule, walletType, (firingAt! - START) / MINUTE]] : [],
        );

    test('A8 silence is counted from the last balance', () => {
      const world = watching({ builtin: true, rules: [silent] }, () => [], START + 10 * MINUTE);
      world.watch.resume([], [polled(9, blank, partial), polled(3, [payout('1')])]);
      world.see(10, blank, partial);
      world.wait(11);
      expect(firing(world)).toEqual([
        ['BalanceUnknown', '', 5.5],
        ['Silent', 'MERCHANT_PAYOUT', 11],
        ['WalletUnreadable', 'MERCHANT_PAYOUT', 9],
      ]);
    });

    test('it is not missing, and what it was before is no news', () => {
      const other = payout('5', 'SERVICE_PAYMENTS');
      const actual = lowRule({
        annotations: { previous: '{{previous}}' },
        condition: { ...lowRule().condition, field: 'actual' } as never,
      });
      const world = watching({ builtin: true, rules: [actual] }, () => [], START + 10 * MINUTE);
      const last = [{ ...blank[0]!, actual: amountOf('7000000') }, other];
      world.watch.resume([], [polled(9, last, partial), polled(3, [payout('9000000'), other])]);
      world.see(10, 'connect');
      world.wait(11);
      expect(firing(world)).toEqual([['WalletUnreadable', 'MERCHANT_PAYOUT', 9]]);
      world.see(11, [payout('1'), other]);
      expect(world.alert()).toMatchObject({ value: '1', annotations: { previous: '7,000,000' } });
    });
  });
});
