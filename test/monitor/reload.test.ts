// Promise 5 over reloads: nothing resolves, and nothing is forgotten, because the configuration was read again.
import { describe, expect, test } from 'vitest';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const options = { accounts: [account()], rules: [lowRule()], builtin: true };
const EVERY_20_MINUTES = createSchedule('*/20 * * * *', 'UTC');
const missing = { ...options, rules: [lowRule({ condition: { kind: 'missing' } })] };

test('D1 of two rules about one wallet only the first one moves its alert', () => {
  const slow = lowRule({ forMs: 2 * MINUTE });
  const other = lowRule({ wallets: { account: '*', currency: '*', walletType: '*' }, forMs: 2 * MINUTE });
  const never = { ...other, condition: { ...lowRule().condition, threshold: '1', clear: '1' } as never };
  const { see } = watching({ rules: [slow, never] });
  expect([0, 1, 2, 3].flatMap((minute) => see(minute, [payout('5')]))).toEqual([
    'PayoutFloatLow pending',
    'PayoutFloatLow fired',
  ]);
});

describe('a reload', () => {
  describe('has what was seen last judged by the rules of now, where it is evidence still', () => {
    const below = (threshold: string, clear = threshold) => ({
      ...options,
      rules: [lowRule({ condition: { ...lowRule().condition, threshold, clear } as never })],
    });
    const reloaded = (minute: number, next: typeof options, outcome?: 'connect') => {
      const it = watching(options);
      it.see(0, [payout('1000')]);
      const newest = minute === 0 ? polled(0, [payout('1000')]) : polled(minute, outcome ?? [payout('1000')]);
      if (minute > 0) it.see(minute, outcome ?? [payout('1000')]);
      expect(it.watch.reload(next)).toEqual([]);
      const judge = () =>
        it.watch.resume([], [newest]).map(({ alert, transition }) => `${alert.rule} ${transition}`);
      return { ...it, judge };
    };

    test('as the poll would have been, and once', () => {
      const { judge, alert } = reloaded(0, below('500'));
      expect([judge(), judge()]).toEqual([['PayoutFloatLow resolved'], []]);
      expect(alert()).toMatchObject({ resolvedAt: START, value: '1000', threshold: '500' });
    });

    describe('a rule about what is missing', () => {
      const gone = lowRule({ name: 'Gone', condition: { kind: 'missing' } });
      const judged = (...[wallets, change]: [ReturnType<typeof payout>[], Parameters<typeof polled>[2]?]) => {
        const { see, watch } = watching(options);
        see(0, [payout('9000000'), payout('1', 'OTHER')]);
        see(1, wallets, change);
        watch.reload({ ...options, rules: [lowRule(), gone] });
        const judge = () =>
          watch
            .resume([], [polled(1, wallets, change)])
            .map(({ alert, transition }) => `${alert.rule} ${transition}`);
        return [judge(), judge()];
      };

      test('tells of what was not named, once', () => {
        expect(judged([payout('1', 'OTHER')])).toEqual([['Gone fired'], []]);
      });

      test('tells of what the reload expects, as the built-in alert does', () => {
        const rules = [{ ...gone, wallets: { account: '*', currency: '*', walletType: '*' } }];
        const { see, watch } = watching({ accounts: [account()], rules });
        see(0, [payout('9000000')]);
        const expected = [{ currency: 'UGX', walletType: 'OTHER' }];
        watch.reload({ accounts: [account('acme-ug', { expect: expected })], rules });
        const judge = () => watch.resume([], [polled(0, [payout('9000000')])]).map(({ alert }) => alert.rule);
        expect([judge(), judge()]).toEqual([['Gone', 'ExpectedWalletMissing'], []]);
      });

      test('tells of nothing that was named, or may have been', () => {
        const nameless = { currency: '', walletType: '', reason: 'malformed' } as const;
        const unreadable = { ...nameless, currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
        expect(judged([payout('9000000')])).toEqual([[], []]);
        for (const record of [nameless, unreadable])
          expect(judged([], { outcome: 'partial', unreadable: [record] })).toEqual([[], []]);
      });
    });

    describe('what the reload before it had ended, and nobody has judged since', () => {
      const rules = [lowRule(), lowRule({ name: 'Slow', forMs: 5 * MINUTE })];
      const hourly = { schedule: createSchedule('0 * * * *', 'UTC') };
      const all = { ...options, accounts: [account('acme-ug', hourly)], rules };
      const undone = (less: Partial<typeof all>, wanted = all, takesMs = MINUTE) => {
        const it = watching(wanted);
        it.see(0, [payout('1000')]);
        it.clock.advance(takesMs);
        it.watch.reload({ ...wanted, ...less });
        it.clock.advance(MINUTE);
        it.watch.reload(wanted);
        const judge = () =>
          it.watch
            .resume([], [polled(0, [payout('1000')])])
            .map(({ alert, transition }) => `${alert.rule} ${transition}`);
        return { ...it, judge };
      };

      test('of a rule', () => {
        const { judge, alert, see } = undone({ rules: [] });
        expect([judge(), judge()]).toEqual([['PayoutFloatLow fired', 'Slow pending'], []]);
        expect(alert()).toMatchObject({ firingAt: START + MINUTE + 1, resolvedAt: null, value: '1000' });
        expect(see(6, [payout('1000')])).toEqual(['Slow fired']);
      });

      test('of an account', () => {
        expect(undone({ accounts: [] }).judge()).toEqual(['PayoutFloatLow fired', 'Slow pending']);
      });

      test('of what is expected', () => {
        const expected = [{ currency: 'UGX', walletType: 'OTHER' }];
        const wanted = { ...all, accounts: [account('acme-ug', { ...hourly, expect: expected })] };
        const { judge } = undone({ accounts: all.accounts }, { ...wanted, rules: [] });
        expect(judge()).toEqual(['ExpectedWalletMissing fired']);
      });

      test('of a rule, also when that is remembered only: after a quarter of an hour, and by the next process', () => {
        const { watch, clock } = watching(all);
        watch.observe(polled(0, [payout('1000')]));
        clock.advance(MINUTE);
        watch.reload({ ...all, rules: [] });
        const saved = watch.unsaved();
        clock.advance(20 * MINUTE);
        watch.tick();
        watch.reload(all);
        const next = watching(all, undefined, clock.now());
        for (const each of [watch, next.watch]) {
          each.resume(saved, []);
          const judged = each.resume([], [polled(0, [payout('1000')])]).map(({ transition }) => transition);
          expect(judged).toEqual(['fired', 'pending']);
        }
      });

      test('of a rule whose alert was over before', () => {
        const { watch, see, clock } = watching(all);
        see(0, [payout('1000')]);
        see(60, [payout('5000000')]);
        clock.advance(MINUTE);
        watch.reload({ ...all, rules: [] });
        watch.reload({ ...all, ...below('6000000'), accounts: all.accounts });
        const judged = watch.resume([], [polled(60, [payout('5000000')])]);
        expect(judged).toMatchObject([{ transition: 'fired', alert: { value: '5000000' } }]);
      });

      test('with the next poll, where that comes soon: on every replica as one episode', () => {
        const begun = [MINUTE / 2, MINUTE].map((takesMs) => {
          const { judge, see, alert } = undone({ rules: [] }, { ...all, ...options }, takesMs);
          judge();
          see(3, [payout('1000')]);
          return alert()?.firingAt;
        });
        expect(begun).toEqual([START + 3 * MINUTE, START + 3 * MINUTE]);
      });

      test('… though one replica polls the last slot only then, and another finds that poll stored', () => {
        const schedule = createSchedule('*/5 * * * *', 'UTC');
        const wanted = { ...options, accounts: [account('acme-ug', { schedule })] };
        const late = polled(5, [payout('1000')], { observedAt: START + 9 * MINUTE });
        const begun = (['polls', 'finds'] as const).map((how) => {
          const { watch, see, alert, clock } = watching(wanted);
          see(0, [payout('1000')]);
          clock.advance(5 * MINUTE + 1_000); // nobody has polled the slot yet
          watch.reload({ ...wanted, accounts: [] });
          clock.advance(4 * MINUTE);
          watch.reload(wanted);
          if (how === 'polls') watch.observe(late);
          else watch.resume([], [late]);
          see(10, [payout('1000')]);
          return alert()?.firingAt;
        });
        expect(begun).toEqual([START + 10 * MINUTE, START + 10 * MINUTE]);
      });
    });

    test('a rule that is as it was goes on', () => {
      const { judge, alert } = reloaded(1, {
        ...options,
        rules: [lowRule({ annotations: { summary: 'low' } })],
      });
      expect(judge()).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', firingAt: START });
    });

    test('one in whose band it is goes on', () => {
      const { judge, alert } = reloaded(0, below('500', '2000'));
      expect(judge()).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', reason: 'in_band' });
    });

    test('not when the newest poll has failed, nor when it is stale', () => {
      const failed = reloaded(1, below('500'), 'connect');
      expect(failed.judge()).toEqual([]);
      const stale = reloaded(0, below('500'));
      stale.wait(2.5);
      expect(stale.judge()).toEqual([]);
      expect(stale.alert()).toMatchObject({ phase: 'firing' });
    });
  });

  test('what it ended keeps its words, though what is remembered of it comes back', () => {
    const rules = [lowRule({ annotations: { summary: 'low' } })];
    const { see, watch, alert } = watching({ rules });
    see(0, [payout('1')]);
    watch.reload({ ...options, rules: [] });
    watch.resume(watch.unsaved(), []);
    expect(alert()).toMatchObject({ reason: 'removed', annotations: { summary: 'low' } });
  });

  test('what can not be seen now is held still, though what is remembered of it comes back', () => {
    const { see, watch, alert } = watching(options);
    see(0, [payout('1')]);
    const remembered = watch.unsaved();
    see(1, 'connect');
    watch.resume(remembered, []);
    expect(alert()).toMatchObject({ phase: 'firing', held: true });
    see(2, [payout('1')]);
    expect(alert()).toMatchObject({ phase: 'firing', held: false });
  });

  test('D3 keeps what is only known from memory: no alert resolves without evidence', () => {
    const before = watching(options);
    before.see(0, [payout('1')]);
    const after = watching(options);
    after.watch.resume(before.watch.unsaved(), []);
    expect(after.watch.reload(options)).toEqual([]);
    expect(after.alert()).toMatchObject({ phase: 'firing', firingAt: START });
  });

  test('A14 F4 to more frequent polls lets the first of them come before anything is told of silence', () => {
    const seldom = { ...options, accounts: [account('acme-ug', { schedule: EVERY_20_MINUTES })] };
    const reloaded = () => {
      const it = watching(seldom);
      it.see(0, [payout('9000000')]);
      it.wait(12);
      expect(it.watch.reload(options)).toEqual([]);
      return it;
    };
    const { see, wait } = reloaded();
    expect([wait(12.1), see(12, [payout('9000000')]), wait(14)].flat()).toEqual([]);
    const silent = reloaded();
    expect(silent.wait(12.4)).toEqual([]);
    expect(silent.wait(12.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  });

  test('D3 keeps a wallet that was only seen unreadable', () => {
    const { see, watch, alert } = watching(options);
    const id = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
    see(0, [payout('1', 'MERCHANT_COLLECTION')], {
      outcome: 'partial',
      unreadable: [{ ...id, reason: 'malformed' }],
    });
    const unreadable = () =>
      watch.alerts().filter(({ rule, phase }) => rule === 'WalletUnreadable' && phase === 'firing');
    expect(unreadable()).toHaveLength(1);
    expect(watch.reload(options)).toEqual([]);
    expect(unreadable()).toHaveLength(1);
    expect(alert('BalanceUnknown')).toBeDefined();
  });

  test('D3 keeps a missing wallet that only memory knew', () => {
    const before = watching(missing);
    before.see(0, [payout('1')]);
    before.see(1, [payout('1', 'OTHER')]);
    const after = watching(missing);
    after.watch.resume(before.watch.unsaved(), []);
    expect(after.watch.reload(missing)).toEqual([]);
    expect(after.see(2, [payout('1', 'OTHER')])).toEqual([]);
    expect(after.alert()).toMatchObject({ phase: 'firing', firingAt: START + MINUTE });
    expect(after.see(3, [payout('1')])).toContain('PayoutFloatLow resolved');
  });

  test('ends what was about a wallet that was only there because it was expected', () => {
    const expecting = {
      ...options,
      accounts: [account('acme-ug', { expect: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }] })],
    };
    const { see, watch } = watching(expecting);
    expect(see(0, [payout('1', 'OTHER')])).toContain('ExpectedWalletMissing fired');
    const ended = watch.reload(options).map(({ alert, transition }) => `${alert.rule} ${transition}`);
    expect(ended).toEqual(['ExpectedWalletMissing resolved']);
    expect(watch.alerts().filter(({ walletType }) => walletType === 'MERCHANT_PAYOUT')).toHaveLength(1);
  });

  test('leaves an alert that was over the reason for which it ended', () => {
    const { see, watch, alert } = watching(options);
    see(0, [payout('1')]);
    expect(see(1, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
    expect(watch.reload({ ...options, rules: [] })).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive', reason: 'cleared' }); // it is told for 15 minutes
  });

  test('D3 does not postpone what is told of an expected wallet that was never seen', () => {
    const silent = {
      accounts: [account('acme-ug', { expect: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }] })],
      rules: [lowRule({ condition: { kind: 'unknown_for', ms: 5 * MINUTE } })],
      builtin: false,
    };
    const { see, wait, watch } = watching(silent);
    for (const minute of [1, 2, 3, 4]) {
      see(minute, [payout('1', 'OTHER')]);
      watch.reload(silent);
    }
    expect(wait(5)).toEqual(['PayoutFloatLow fired']);
  });
});
