import { describe, expect, test } from 'vitest';
import { createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import type { SelfReport } from '../../src/monitor/alerts/builtin.ts';
import { memoryShelf } from '../support/delivering.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const builtin = { builtin: true, rules: [], runbookUrl: 'https://example.org/runbook' };

describe('BalanceUnknown', () => {
  test('A8 fires when two slots and half a minute have passed, once for the whole account', () => {
    const { see, wait, alert, watch } = watching(builtin);
    see(0, [payout('1'), payout('2', 'SERVICE_PAYMENTS')]);
    see(1, 'connect');
    see(2, 'connect');
    expect(wait(2.49)).toEqual([]);
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    const firing = watch.alerts().filter(({ phase }) => phase === 'firing');
    expect(firing.map(({ labels }) => labels)).toEqual([
      { alertname: 'BalanceUnknown', severity: 'warning', account: 'acme-ug' },
    ]);
    expect(firing[0]).toMatchObject({
      firingAt: START + 150_000,
      annotations: {
        summary:
          'No fresh balance of acme-ug for 2m36s. Read it at the service itself; floatwatch probe acme-ug says what is wrong',
        runbook_url: 'https://example.org/runbook#balanceunknown',
      },
    });
    expect(wait(60)).toEqual(['ScheduleStalled fired']); // nobody polls any more
    expect(see(61, [payout('1')])).toEqual(['ScheduleStalled resolved', 'BalanceUnknown resolved']);
    expect(alert('BalanceUnknown')?.phase).toBe('inactive');
  });

  test('an account that was never seen is unknown too, as if it had been seen at the start', () => {
    const { wait, alert } = watching(builtin);
    expect(wait(2)).toEqual([]);
    expect(wait(3)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
    for (const rule of ['ScheduleStalled', 'BalanceUnknown'])
      expect(alert(rule)?.firingAt, rule).toBe(START + 150_000);
  });

  test('one wallet of an account that is seen: missing for two slots and half a minute', () => {
    const { see, wait, watch } = watching(builtin);
    see(0, [payout('1'), payout('2', 'SERVICE_PAYMENTS')]);
    for (const minute of [1, 2]) expect(see(minute, [payout('1')])).toEqual([]);
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    const firing = watch.alerts().find(({ phase }) => phase === 'firing');
    expect(firing?.labels['wallet_type']).toBe('SERVICE_PAYMENTS');
    expect(see(3, [payout('1'), payout('2', 'SERVICE_PAYMENTS')])).toEqual(['BalanceUnknown resolved']);
  });

  test('a wallet that is named again, and whose amount can not be read, is still unknown', () => {
    const { see, wait } = watching(builtin);
    const unreadable = { ...payout('2', 'SERVICE_PAYMENTS'), available: null };
    see(0, [payout('1'), payout('2', 'SERVICE_PAYMENTS')]);
    for (const minute of [1, 2]) see(minute, [payout('1')]);
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    expect(see(3, [payout('1'), unreadable], { outcome: 'partial' })).not.toContain(
      'BalanceUnknown resolved',
    );
    expect(see(4, [payout('1'), payout('2', 'SERVICE_PAYMENTS')])).toContain('BalanceUnknown resolved');
  });

  test('A8 an answer in which no balance can be read is no evidence that balances are known again', () => {
    const { see, wait, alert } = watching(builtin);
    const unreadable = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'malformed' } as const;
    see(0, [payout('1')]);
    see(1, 'connect');
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    const inPart = { outcome: 'partial', unreadable: [unreadable] } as const;
    expect(see(3, [], inPart)).toEqual(['WalletUnreadable fired']);
    expect(see(4, [{ ...payout('1'), available: null }], { outcome: 'partial' })).toEqual([]);
    expect([...wait(7), ...see(8, [], inPart)]).not.toContain('BalanceUnknown fired'); // it lasts, and is one
    expect(alert('BalanceUnknown')).toMatchObject({ phase: 'firing', firingAt: START + 2.5 * MINUTE });
    expect(see(9, [payout('1')])).toContain('BalanceUnknown resolved');
  });

  test('A8 an account of which no balance can be read for two slots and half a minute is unknown, once', () => {
    const { see, wait, watch } = watching(builtin);
    const wallets = [payout('1'), payout('2', 'SERVICE_PAYMENTS')];
    const unreadable = wallets.map((each) => ({ ...each, reason: 'malformed' }) as const);
    see(0, wallets);
    for (const minute of [1, 2]) see(minute, [], { outcome: 'partial', unreadable });
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    const firing = watch
      .alerts()
      .filter(({ phase, rule }) => phase === 'firing' && rule === 'BalanceUnknown');
    expect(firing.map(({ walletType }) => walletType)).toEqual(['']);
  });
});

describe('what another replica saw, heard of after the next slot', () => {
  const rule = lowRule({ condition: { kind: 'unknown_for', ms: 2 * MINUTE } });
  const both = [payout('1'), payout('2', 'SERVICE_PAYMENTS')];
  const late = (minute: number, first: Parameters<typeof polled>[1]) => {
    const { see, wait, watch, clock } = watching({ ...builtin, rules: [rule] });
    see(0, both);
    see(1, first);
    const fired = wait(2.6).length;
    clock.advance(START + minute * MINUTE - clock.now());
    return { fired, ended: watch.observe(polled(2, both)).map(({ transition }) => transition) };
  };

  test('ends what silence began, while that is fresh', () => {
    expect(late(3.1, 'connect')).toEqual({ fired: 2, ended: ['resolved', 'resolved'] });
    expect(late(3.1, [payout('2', 'SERVICE_PAYMENTS')])).toEqual({
      fired: 2,
      ended: ['resolved', 'resolved'],
    });
  });

  test('… also after a reload', () => {
    const { see, wait, watch, clock, options } = watching({ ...builtin, rules: [rule] });
    see(0, both);
    see(1, 'connect');
    expect(wait(2.6)).toHaveLength(2);
    watch.reload(options);
    clock.advance(START + 3.1 * MINUTE - clock.now());
    const ended = watch.observe(polled(2, both)).map(({ transition }) => transition);
    expect(ended).toEqual(['resolved', 'resolved']);
  });

  describe('after a restart', () => {
    /** The process that follows, with what it reads from the disk. */
    const restarted = ({ watch, options }: ReturnType<typeof watching>, minute: number) => {
      const stored = JSON.stringify(watch.unsaved());
      const next = watching(options, undefined, START + minute * MINUTE).watch;
      next.resume(JSON.parse(stored), []);
      return next;
    };

    test.each([
      ['observe', 'connect'],
      ['resume', 'connect'],
      ['resume', [payout('2', 'SERVICE_PAYMENTS')]],
    ] as const)('ends what silence began: %s %#', (how, first) => {
      const before = watching({ ...builtin, rules: [rule] });
      before.see(0, both);
      before.see(1, first);
      expect(before.wait(2.6)).toHaveLength(2);
      const watch = restarted(before, 3.1);
      const other = polled(2, both);
      const ended = how === 'observe' ? watch.observe(other) : watch.resume([], [other]);
      expect(ended.map(({ transition }) => transition)).toEqual(['resolved', 'resolved']);
    });

    test('what was known before ends nothing', () => {
      const before = watching({ ...builtin, rules: [rule] });
      before.see(0, both);
      expect(before.wait(2.1)).toEqual(['PayoutFloatLow fired']);
      expect(restarted(before, 2.2).resume([], [polled(0, both)])).toEqual([]);
    });

    test('… nor does it when it is heard of anew, before stored polls are read', () => {
      const before = watching({ ...builtin, rules: [rule] });
      before.see(0, both);
      expect(before.wait(2.1)).toEqual(['PayoutFloatLow fired']);
      expect(restarted(before, 2.2).observe(polled(0, both))).toEqual([]);
    });
  });

  test('ends it by its slot, however late silence was noticed', () => {
    const { see, wait, watch, clock } = watching(builtin);
    see(0, both);
    see(1, 'connect');
    expect(wait(3.05)).toEqual(['BalanceUnknown fired']);
    clock.advance(1.05 * MINUTE);
    const [end] = watch.observe(polled(3, both));
    expect(end?.alert).toMatchObject({
      ...{ rule: 'BalanceUnknown', firingAt: START + 2.5 * MINUTE, resolvedAt: START + 3 * MINUTE },
    });
  });

  test('ends nothing once it is stale', () => {
    expect(late(5, 'connect')).toEqual({ fired: 2, ended: [] });
  });
});

test('ExpectedWalletMissing: expected, and absent from a good response, be it the first', () => {
  const expect_ = [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }];
  const { see } = watching({ ...builtin, accounts: [account('acme-ug', { expect: expect_ })] });
  expect(see(0, 'connect')).toEqual([]);
  expect(see(1, [payout('1', 'SERVICE_PAYMENTS')])).toEqual(['ExpectedWalletMissing fired']);
  expect(see(2, [payout('1', 'SERVICE_PAYMENTS'), payout('1')])).toEqual(['ExpectedWalletMissing resolved']);
});

test('U12 CredentialsRefused: at the first refusal, until the keys are taken again', () => {
  const { see } = watching(builtin);
  expect(see(0, 'auth')).toEqual(['CredentialsRefused fired']);
  expect(see(1, 'deadline')).toEqual([]);
  expect(see(2, [payout('1')])).toEqual(['CredentialsRefused resolved']);
});

test('ScheduleStalled: slots go by without a poll, not without an answer', () => {
  const { see, wait, alert } = watching(builtin);
  see(0, 'connect');
  for (const minute of [1, 2, 3]) see(minute, 'connect');
  expect(alert('ScheduleStalled')?.phase).toBe('inactive');
  expect(wait(5.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  expect(see(6, 'connect')).toEqual(['ScheduleStalled resolved']);
});

test('ScheduleStalled: a slot whose process died is no poll, and ends nothing', () => {
  const { see, wait } = watching(builtin);
  see(0, [payout('1')]);
  expect(wait(2.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  expect(see(3, 'lost')).toEqual([]);
  expect(see(4, 'connect')).toEqual(['ScheduleStalled resolved']);
});

test('ScheduleStalled: an account that rests because its keys are refused is not stalled', () => {
  const { see, wait, alert } = watching(builtin);
  see(0, 'auth');
  expect(wait(7.4)).toEqual(['BalanceUnknown fired']);
  expect(wait(7.6)).toEqual(['ScheduleStalled fired']);
  expect(alert('ScheduleStalled')?.firingAt).toBe(START + 7.5 * 60_000);
});

describe('a currency that was asked for by itself and has no answer', () => {
  const unanswered = { currency: 'KES', walletType: '', reason: 'unanswered' } as const;
  const inPart = { outcome: 'partial', unreadable: [unanswered] } as const;
  const inKes = { ...payout('2'), currency: 'KES' };

  test('is told by its wallets when they are stale, and by nothing before', () => {
    const { see, wait, watch } = watching(builtin);
    see(0, [payout('1'), inKes]);
    expect([1, 2].flatMap((minute) => see(minute, [payout('1')], inPart))).toEqual([]);
    expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
    expect(watch.alerts().find(({ phase }) => phase === 'firing')).toMatchObject({ currency: 'KES' });
    expect(see(3, [payout('1'), inKes])).toEqual(['BalanceUnknown resolved']);
  });

  test('says nothing of a name that was unusable before', () => {
    const { see } = watching(builtin);
    const evil = { ...payout('1', 'LOAN WALLET'), exposable: false };
    expect(see(0, [payout('1'), inKes, evil])).toEqual(['WalletUnreadable fired']);
    expect(see(1, [payout('1')], inPart)).toEqual([]);
    expect(see(2, [payout('1'), inKes])).toEqual(['WalletUnreadable resolved']);
  });

  test('is told at once where none of its wallets is known', () => {
    const { see } = watching(builtin);
    expect(see(0, [payout('1')], inPart)).toEqual(['WalletUnreadable fired']);
  });
});

test('M6 M9 WalletUnreadable: a duplicate, an amount that is none, a name that is none', () => {
  const { see, watch } = watching(builtin);
  const duplicate = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' } as const;
  see(0, [payout('1')]);
  expect(see(1, [], { outcome: 'partial', unreadable: [duplicate] })).toEqual(['WalletUnreadable fired']);
  expect(see(2, [payout('1')])).toEqual(['WalletUnreadable resolved']);
  expect(see(3, [{ ...payout('1'), reserve: null }], { outcome: 'partial' })).toEqual([
    'WalletUnreadable fired',
  ]);
  expect(see(4, [payout('1')])).toEqual(['WalletUnreadable resolved']);
  const evil = { ...payout('1', '"}\nevil 1'), exposable: false };
  expect(see(5, [payout('1'), evil])).toEqual(['WalletUnreadable fired']);
  expect(watch.alerts().find(({ phase }) => phase === 'firing')?.labels).toEqual({
    alertname: 'WalletUnreadable',
    severity: 'warning',
    account: 'acme-ug',
  });
});

test.each(['ClockSkewed', 'AlertmanagerClockSkewed'] as const)(
  'E5 A6 %s: a clock that hovers at the limit is one alert, which ends once it has been right for ten minutes',
  (name) => {
    let met = true;
    const { wait } = watching({ ...builtin, accounts: [] }, () => [
      { alert: name, labels: {}, met, value: '1m', threshold: '1m' },
    ]);
    const told = [wait(0), wait(1)];
    for (let minute = 2; minute < 30; minute++) {
      met = minute % 3 === 0;
      told.push(wait(minute));
    }
    expect(told.flat()).toEqual([`${name} pending`, `${name} fired`]);
    met = false;
    for (let minute = 30; minute < 37; minute++) expect(wait(minute)).toEqual([]);
    expect(wait(38)).toEqual([`${name} resolved`]);
  },
);

test('what the program reports of itself becomes alerts: lasting, held while it can not tell', () => {
  let met: boolean | null = false;
  const reports = (): SelfReport[] => [
    { alert: 'NotificationFailing', labels: { receiver: 'ops' }, met, value: 'connect', threshold: null },
  ];
  const { wait, watch } = watching({ ...builtin, accounts: [] }, reports);
  expect(wait(0)).toEqual([]);
  met = true;
  expect(wait(1)).toEqual(['NotificationFailing pending']);
  expect(wait(3)).toEqual(['NotificationFailing fired']);
  met = null;
  expect(wait(4)).toEqual([]);
  const [alert] = watch.alerts();
  expect(alert).toMatchObject({
    labels: { receiver: 'ops', severity: 'critical' },
    held: true,
    phase: 'firing',
  });
  met = false;
  expect(wait(5)).toEqual(['NotificationFailing resolved']);
});

describe('what the program reports of itself', () => {
  const failing: SelfReport = {
    alert: 'NotificationFailing',
    labels: { receiver: 'ops' },
    met: true,
    value: 'connect',
    threshold: null,
  };
  const process = (replica: string, reports: () => SelfReport[], begins?: number) => {
    const named = { ...builtin, accounts: [], replica };
    return watching(named, reports, begins);
  };

  test('of each replica is an alert of its own', () => {
    const [a, b] = ['a:14217', 'b:14217'].map((replica) => process(replica, () => [failing]));
    for (const each of [a!, b!]) each.wait(0);
    expect(a!.alert('NotificationFailing')?.labels).toMatchObject({ receiver: 'ops', replica: 'a:14217' });
    expect(a!.alert('NotificationFailing')?.fingerprint).not.toBe(
      b!.alert('NotificationFailing')?.fingerprint,
    );
  });

  test('goes on over a restart, and ends when it is over', async () => {
    const shelf = memoryShelf();
    const before = process('a:14217', () => [failing]);
    for (const minute of [0, 1, 3]) before.wait(minute);
    const firing = before.alert('NotificationFailing');
    expect(firing).toMatchObject({ phase: 'firing' });
    const log = {
      load: async () => [],
      abandoned: async () => [],
      askedAgo: async () => new Map<string, number>(),
      endsOf: async () => new Map<string, number>(),
      keep: async () => {},
      save: async () => {},
    };
    createAlertMemory({ log, shelf, clock: before.clock }).remember(before.watch.unsaved());

    let met: boolean | null = null;
    const after = process('a:14217', () => [{ ...failing, met }], START + 10 * MINUTE);
    const { states } = await createAlertMemory({ log, shelf, clock: after.clock }).recall([]);
    expect(after.watch.resume(states, [])).toEqual([]);
    expect(after.wait(10)).toEqual([]);
    expect(after.alert('NotificationFailing')).toMatchObject({ phase: 'firing', firingAt: firing!.firingAt });
    met = false;
    expect(after.wait(11)).toEqual(['NotificationFailing resolved']);
  });

  test('and is not there any more after a restart ends', () => {
    const before = process('a:14217', () => [failing]);
    for (const minute of [0, 1, 3]) before.wait(minute);
    const after = process('a:14217', () => [], START + 10 * MINUTE);
    expect(after.watch.resume(before.watch.unsaved(), [])).toEqual([]);
    expect(after.wait(10)).toEqual(['NotificationFailing resolved']);
  });
});

test('Watchdog fires from the first tick on, if asked for', () => {
  expect(watching({ watchdog: true }).wait(0)).toEqual(['Watchdog fired']);
  expect(watching().watch.alerts()).toEqual([]);
});
