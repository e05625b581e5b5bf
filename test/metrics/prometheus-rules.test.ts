import { expect, test } from 'vitest';
import type { Rule, WalletRule } from '../../src/conditions/rule.ts';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { amountOf } from '../../src/domain/money.ts';
import { prometheusRules, untranslatable } from '../../src/metrics/rules/rules.ts';
import { accounts, EXTERNAL_URL, tells } from '../support/promtool.ts';
import { describeWith } from '../support/tools.ts';
import { lowRule, MINUTE } from '../support/watching.ts';

const wallet = (metric: string, instance = 'a') =>
  `${metric}{account="acme-ug",currency="UGX",wallet_type="MERCHANT_PAYOUT",instance="${instance}"}`;
const available = (instance?: string) => wallet('merchant_wallet_available_balance', instance);
const state = (which: string) =>
  wallet('merchant_wallet_state').replace('instance', `state="${which}",instance`);
const success = (instance: string) =>
  `floatwatch_account_last_success_timestamp_seconds{account="acme-ug",instance="${instance}"}`;
const low = (clear = '5000000', change: Partial<Rule> = {}) =>
  lowRule({
    condition: { kind: 'below', field: 'available', threshold: amountOf('5000000'), clear: amountOf(clear) },
    ...(change as object),
  });
const called = (condition: WalletCondition) => lowRule({ name: 'R', condition });

describeWith(['promtool'], 'the rules for Prometheus, by promtool', () => {
  test('firing and not firing', () =>
    tells([low()], {
      series: { [available()]: '5000000 4999999 4999999 5000000' },
      firing: [
        [0, 'PayoutFloatLow', 0],
        [1, 'PayoutFloatLow', 1],
        [3, 'PayoutFloatLow', 0],
      ],
    }));

  test('A8 stale: a firing alert is held while its series is gone, and ends upon a fresh value', () =>
    tells([low()], {
      series: { [available()]: '1 1 stale _x20 9000000' },
      firing: [
        [1, 'PayoutFloatLow', 1],
        [3, 'PayoutFloatLow', 1],
        [20, 'PayoutFloatLow', 1],
        [24, 'PayoutFloatLow', 0],
      ],
    }));

  test('stale while it did not fire: nothing fires', () =>
    tells([low()], {
      series: { [available()]: '9000000 stale _x20' },
      firing: [[10, 'PayoutFloatLow', 0]],
    }));

  test('A9 flapping: with a clear level, one firing', () =>
    tells([low('6000000')], {
      series: { [available()]: '4999999 5000000 4999999 5999999 6000000 5000000' },
      firing: [
        [1, 'PayoutFloatLow', 1],
        [3, 'PayoutFloatLow', 1],
        [4, 'PayoutFloatLow', 0],
        [5, 'PayoutFloatLow', 0],
      ],
    }));

  test.each<[string, Record<string, string>]>([
    ['other labels', { team: 'treasury' }],
    ['no labels', {}],
  ])('rules of one name, told apart by %s: one that never fired is not held by the other', (_, labels) => {
    const rule = (threshold: string, own: Record<string, string>) =>
      lowRule({
        condition: {
          kind: 'below',
          field: 'available',
          threshold: amountOf(threshold),
          clear: amountOf('6000000'),
        },
        labels: own,
      });
    return tells([rule('5000000', { team: 'finance' }), rule('1000000', labels)], {
      series: { [available()]: '9000000 4000000 4000000 stale stale 500000 6000000' },
      firing: [
        [0, 'PayoutFloatLow', 0],
        [2, 'PayoutFloatLow', 1],
        [4, 'PayoutFloatLow', 1],
        [5, 'PayoutFloatLow', 2],
        [6, 'PayoutFloatLow', 0],
      ],
    });
  });

  test('two replicas make one alert, and no doubled money', () =>
    tells([low()], {
      series: { [available('a')]: '3000000x5', [available('b')]: '3000000x5' },
      firing: [[2, 'PayoutFloatLow', 1]],
    }));

  test('a sum is told only while every wallet in it is fresh: who is not seen is not zero', () => {
    const of = (account: string, name: string) => name.replace('acme-ug', account);
    const sum = 'currency_wallet_type:merchant_wallet_available_balance:sum';
    return tells([], {
      series: {
        [of('acme-ug', available('a'))]: '3x9',
        [of('acme-ug', available('b'))]: '3x9',
        [of('acme-ug', state('fresh'))]: '1x9',
        [of('acme-rw', available('a'))]: '4 4 stale _ 5 5',
        [of('acme-rw', state('fresh'))]: '1 1 0 0 1 1',
        [of('acme-rw', state('stale'))]: '_ _ 1 1 stale _',
      },
      samples: [
        [1, sum, 7],
        [3, sum, null],
        [5, sum, 8],
      ],
    });
  });

  test('a sum is told only while every shard is seen: the money of one that is restarted is not lost', () => {
    const of = (shard: number, metric: string) =>
      `${metric}{account="m-${shard}",currency="UGX",wallet_type="W",state="fresh",instance="${shard}"}`;
    const pod = (metric: string, instance: string) => `${metric}{instance="${instance}"}`;
    const sum = 'currency_wallet_type:merchant_wallet_available_balance:sum';
    return tells([], {
      series: {
        ...Object.fromEntries(['0', '0b', '1'].map((each) => [pod('floatwatch_total_shards', each), '2x9'])),
        [pod('floatwatch_shard_ordinal', '0')]: '0x9',
        [pod('floatwatch_shard_ordinal', '0b')]: '0x9',
        [pod('floatwatch_shard_ordinal', '1')]: '1x2 stale _ 1x4',
        [of(0, 'merchant_wallet_available_balance')]: '3x9',
        [of(0, 'merchant_wallet_state')]: '1x9',
        [of(1, 'merchant_wallet_available_balance')]: '4x2 stale _ 4x4',
        [of(1, 'merchant_wallet_state')]: '1x2 stale _ 1x4',
      },
      samples: [
        [1, sum, 7],
        [4, sum, null],
        [6, sum, 7],
      ],
    });
  });

  const both = (metric: string, values: string) => ({
    [wallet(metric, 'a')]: values,
    [wallet(metric, 'b')]: values,
  });
  const moves = { field: 'available', by: amountOf('20'), percent: true, withinMs: 10 * MINUTE } as const;
  test.each<[WalletCondition, Record<string, string>]>([
    [
      { kind: 'above', field: 'reserve', threshold: amountOf('5'), clear: amountOf('5') },
      both('merchant_wallet_reserve_balance', '1 9'),
    ],
    [{ kind: 'drops_by', ...moves }, both('merchant_wallet_available_balance', '9 1')],
    [{ kind: 'rises_by', ...moves }, both('merchant_wallet_available_balance', '1 9')],
    [
      { kind: 'difference_above', threshold: amountOf('5') },
      both('merchant_wallet_balance_difference', '1 -9'),
    ],
    [{ kind: 'unknown_for', ms: MINUTE }, both('merchant_wallet_observed_timestamp_seconds', '0 0')],
    [
      { kind: 'missing' },
      Object.fromEntries(
        Object.entries(both('merchant_wallet_state', '0 1')).map(([name, values]) => [
          name.replace('instance', 'state="missing",instance'),
          values,
        ]),
      ),
    ],
  ])('two replicas make one alert of %o, once they are gone too', (condition, series) =>
    tells([called(condition)], {
      series: Object.fromEntries(
        Object.entries(series).map(([name, values]) => [name, `${values} stale _x9`]),
      ),
      firing: [
        [0, 'R', 0],
        [1, 'R', 1],
        [8, 'R', 1],
      ],
    }),
  );

  test('for and keep_firing_for', () =>
    tells([low('5000000', { forMs: 2 * MINUTE, keepFiringForMs: 2 * MINUTE })], {
      series: { [available()]: '1x3 9000000x9' },
      firing: [
        [1, 'PayoutFloatLow', 0],
        [2, 'PayoutFloatLow', 1],
        [5, 'PayoutFloatLow', 1],
        [8, 'PayoutFloatLow', 0],
      ],
    }));

  test('drops_by, an amount and a percentage', async () => {
    const drop = { kind: 'drops_by', field: 'available', by: amountOf('20'), withinMs: 10 * MINUTE } as const;
    const series = { [available()]: '1000 985 980 980x9' };
    const fired = [
      [1, 'R', 0],
      [2, 'R', 1],
    ] as const;
    await tells([called({ ...drop, percent: false })], { series, firing: fired });
    await tells([called({ ...drop, percent: true })], {
      series: { [available()]: '1000 801 800' },
      firing: fired,
    });
  });

  test('rises_by, difference_above, missing, unknown_for', async () => {
    const rise = { kind: 'rises_by', field: 'available', by: amountOf('20'), percent: false } as const;
    await tells([called({ ...rise, withinMs: 10 * MINUTE })], {
      series: { [available()]: '100 119 120' },
      firing: [
        [1, 'R', 0],
        [2, 'R', 1],
      ],
    });
    await tells([called({ kind: 'difference_above', threshold: amountOf('10') })], {
      series: { [wallet('merchant_wallet_balance_difference')]: '10 -10.5' },
      firing: [
        [0, 'R', 0],
        [1, 'R', 1],
      ],
    });
    await tells([called({ kind: 'missing' })], {
      series: {
        'merchant_wallet_state{account="acme-ug",currency="UGX",wallet_type="MERCHANT_PAYOUT",state="missing"}':
          '0 1',
      },
      firing: [
        [0, 'R', 0],
        [1, 'R', 1],
      ],
    });
    // As it is exposed: of a fresh wallet there is nothing of the others.
    await tells([called({ kind: 'missing' })], {
      series: { [state('fresh')]: '1 0 0 1 1', [state('missing')]: '_ 1 1 stale _' },
      firing: [
        [0, 'R', 0],
        [1, 'R', 1],
        [2, 'R', 1],
        [3, 'R', 0],
      ],
    });
    await tells([called({ kind: 'unknown_for', ms: 5 * MINUTE })], {
      series: { [wallet('merchant_wallet_observed_timestamp_seconds')]: '0 60 60x10' },
      firing: [
        [5, 'R', 0],
        [6, 'R', 1],
      ],
    });
  });

  test('absent: an account that nobody tells of, and no floatwatch at all', () =>
    tells([], {
      series: {
        'floatwatch_build_info{version="1"}': '1x20 stale',
        'floatwatch_account_up{account="acme-ug"}': '1x2 stale',
      },
      firing: [
        [2, 'FloatwatchAccountAbsent', 0],
        [9, 'FloatwatchAccountAbsent', 1],
        [9, 'FloatwatchAbsent', 0],
        [28, 'FloatwatchAbsent', 1],
        [1, 'Watchdog', 1],
      ],
    }));

  test('BalanceUnknown: an account that is no longer seen, by any replica', () =>
    tells([], {
      series: { [success('a')]: '0 60 120 120x10', [success('b')]: '0x12' },
      firing: [
        [4, 'BalanceUnknown', 0],
        [5, 'BalanceUnknown', 1],
      ],
    }));

  test('BalanceUnknown: an account that was never seen, once it had the time to be', () =>
    tells([], {
      series: { [success('a')]: '_x10 0x9', 'process_start_time_seconds{instance="a"}': '_x10 600x9' },
      firing: [
        [12, 'BalanceUnknown', 0],
        [13, 'BalanceUnknown', 1],
      ],
    }));

  test('one rule for all accounts: each is unknown after its own time, and one that nobody tells of is named', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({
      ...accounts[0]!,
      name: `m.${i}`,
      staleMs: (i % 2 === 0 ? 2 : 5) * MINUTE,
    }));
    const of = (account: string, metric: string) => `${metric}{account="${account}",instance="a"}`;
    const told = many.filter(({ name }) => name !== 'm.299');
    const last = 'floatwatch_account_last_success_timestamp_seconds';
    return tells(
      [],
      {
        series: {
          ...Object.fromEntries(told.map(({ name }) => [of(name, 'floatwatch_account_up'), '1x9'])),
          [of('m.0', last)]: '0x9',
          [of('m.1', last)]: '0x9',
          [of('process', 'process_start_time_seconds')]: '0x9',
          [of('mx0', last)]: '0x9', // another floatwatch's: a dot in a name is a dot
        },
        firing: [
          [2, 'BalanceUnknown', 0],
          [3, 'BalanceUnknown', 1],
          [5, 'BalanceUnknown', 1],
          [6, 'BalanceUnknown', 2],
          [5, 'FloatwatchAccountAbsent', 1],
        ],
        samples: [[6, 'ALERTS{alertname="FloatwatchAccountAbsent",account="m.299",alertstate="firing"}', 1]],
      },
      many,
    );
  });

  test('A7 a restart of floatwatch ends neither BalanceUnknown nor ExpectedWalletMissing', () =>
    tells([], {
      series: {
        [success('a')]: '60x6 stale _ 0 0 60 60 720x9',
        'process_start_time_seconds{instance="a"}': '0x6 stale _ 480x20',
        [state('fresh')]: '1 0x5 stale _ 0x6 1x9',
        [state('stale')]: '0x6 stale _ 0x6 0x9',
      },
      firing: [
        [1, 'ExpectedWalletMissing', 1],
        ...[4, 5, 6, 7, 8, 9, 10, 11].map((minute) => [minute, 'BalanceUnknown', 1] as const),
        ...[6, 7, 8, 9, 10, 11].map((minute) => [minute, 'ExpectedWalletMissing', 1] as const),
        [14, 'BalanceUnknown', 0],
        [16, 'ExpectedWalletMissing', 0],
      ],
    }));

  test('ExpectedWalletMissing ends when the wallet is fresh again, of which no other state is told then', () =>
    tells([], {
      series: {
        [success('a')]: '60+60x9',
        [state('fresh')]: '1 0 0 0 1 1x9',
        [state('stale')]: '_ 0 0 0 stale _x9',
        [state('missing')]: '_ 1 1 1 stale _x9',
      },
      firing: [
        [0, 'ExpectedWalletMissing', 0],
        [1, 'ExpectedWalletMissing', 1],
        [3, 'ExpectedWalletMissing', 1],
        [5, 'ExpectedWalletMissing', 0],
      ],
    }));

  test('BalanceUnknown of one wallet while the others are seen; of the account only when none is', () =>
    tells([], {
      series: {
        [success('a')]: '60+60x7 480x20',
        [wallet('merchant_wallet_observed_timestamp_seconds')]: '60x12 stale _x8',
        [state('missing')]: '_ 1x11 stale _x8',
        'merchant_wallet_observed_timestamp_seconds{account="acme-ug",currency="KES",wallet_type="W",instance="a"}':
          '60+60x7 480x20',
      },
      firing: [
        [3, 'BalanceUnknown', 0],
        [4, 'BalanceUnknown', 1],
        [10, 'BalanceUnknown', 1],
        [11, 'BalanceUnknown', 2], // that wallet's, and the account's
        [16, 'BalanceUnknown', 2], // also of a wallet that a restarted floatwatch doesn't know
      ],
    }));

  test('A7 missing and unknown_for are held while floatwatch is restarted and does not know the wallet', () =>
    tells(
      [called({ kind: 'missing' }), lowRule({ name: 'U', condition: { kind: 'unknown_for', ms: 60_000 } })],
      {
        series: {
          [state('missing')]: '1x3 stale _x3 0x5',
          [wallet('merchant_wallet_observed_timestamp_seconds')]: '0x3 stale _x3 480x5',
        },
        firing: [2, 4, 6, 7, 8].flatMap((minute) =>
          ['R', 'U'].map((name) => [minute, name, minute < 8 ? 1 : 0] as const),
        ),
      },
    ));

  const fires = (name: string, currency = 'UGX') =>
    `ALERTS{alertname="${name}",alertstate="firing",severity="warning",account="acme-ug",currency="${currency}",wallet_type="MERCHANT_PAYOUT"}`;

  test('what fired of a wallet that was forgotten ends when nothing has told of it for seven days', () =>
    tells([called({ kind: 'missing' })], {
      series: { [success('a')]: '60+60x20', [fires('R')]: '1x2', [fires('BalanceUnknown')]: '1x2' },
      firing: [
        [9, 'R', 0],
        [9, 'BalanceUnknown', 0],
      ],
    }));

  test('ExpectedWalletMissing of a wallet that is no longer expected ends, though others are', () =>
    tells([], {
      series: {
        [success('a')]: '60+60x20',
        [state('fresh')]: '1x20',
        [fires('ExpectedWalletMissing', 'KES')]: '1x2',
      },
      firing: [[9, 'ExpectedWalletMissing', 0]],
    }));

  test('runway_below: the pessimistic one, with the lead time of each account, a band of a tenth, and held', async () => {
    const runway = (confidence: string, account = 'acme-ug') =>
      wallet('merchant_wallet_runway_seconds')
        .replace('acme-ug', account)
        .replace('}', `,confidence="${confidence}"}`);
    const day = 86_400;
    const story = {
      series: {
        [runway('0.95')]: `${2 * day} ${2 * day - 1} ${2.1 * day} stale _x4 ${2.2 * day}x3`,
        [runway('0.5')]: '1x12',
        [runway('0.9', 'acme-ke')]: `${1.5 * day}x12`,
      },
      firing: [
        ...([
          [0, 'R', 0],
          [1, 'R', 1],
          [2, 'R', 1],
          [5, 'R', 1],
          [9, 'R', 0],
        ] as const),
      ],
    };
    await tells([called({ kind: 'runway_below', lead: 2 * day * 1_000 })].map(ofUganda), story);
    await tells([called({ kind: 'runway_below', lead: 'top_up_lead_time' })].map(ofUganda), story);
    const other = { ...accounts[0]!, name: 'acme-ke', topUpLeadMs: day * 1_000 };
    const rule = called({ kind: 'runway_below', lead: 'top_up_lead_time' });
    await tells([rule], story, [...accounts, other]);

    function ofUganda(each: WalletRule): WalletRule {
      return { ...each, wallets: { ...each.wallets, account: 'acme-ug' } };
    }
  });

  test('runway_below at a confidence of its own: its own series, and those of the accounts for the others', async () => {
    const runway = (confidence: string, account = 'acme-ug') =>
      wallet('merchant_wallet_runway_seconds')
        .replace('acme-ug', account)
        .replace('}', `,confidence="${confidence}"}`);
    const day = 86_400;
    const surer = {
      ...called({ kind: 'runway_below', lead: 2 * day * 1_000, confidence: 0.975 }),
      name: 'S',
    };
    const other = { ...accounts[0]!, name: 'acme-ke', confidence: 0.9 };
    await tells(
      [called({ kind: 'runway_below', lead: 2 * day * 1_000 }), surer],
      {
        series: {
          [runway('0.5')]: '1x6',
          [runway('0.95')]: `${3 * day} ${3 * day} ${day}x4`,
          [runway('0.975')]: `${3 * day} ${day} ${day}x4`,
          [runway('0.9', 'acme-ke')]: `${3 * day}x3 ${day}x3`,
          [runway('0.975', 'acme-ke')]: `${3 * day}x4 ${day}x2`,
        },
        firing: [
          ...([
            [0, 'R', 0],
            [0, 'S', 0],
            [1, 'R', 0],
            [1, 'S', 1],
            [2, 'R', 1],
            [3, 'S', 1],
          ] as const),
          ...([
            [4, 'R', 2],
            [4, 'S', 1],
            [5, 'S', 2],
          ] as const),
        ],
      },
      [...accounts, other],
    );
  });

  test('runway_below of accounts that ask for the median, as which alone it is exposed', () => {
    const runway = (confidence: string, account: string) =>
      wallet('merchant_wallet_runway_seconds')
        .replace('acme-ug', account)
        .replace('}', `,confidence="${confidence}"}`);
    const lead = 2 * 86_400;
    return tells(
      [called({ kind: 'runway_below', lead: lead * 1_000 })],
      {
        series: {
          [runway('0.5', 'acme-ug')]: `${3 * lead} ${lead - 1}x2`,
          [runway('0.5', 'acme-ke')]: `${lead - 1}x3`,
          [runway('0.9', 'acme-ke')]: `${3 * lead}x3`,
        },
        firing: [
          [0, 'R', 0],
          [1, 'R', 1],
        ],
      },
      [
        { ...accounts[0]!, confidence: 0.5 },
        { ...accounts[0]!, name: 'acme-ke', confidence: 0.9 },
      ],
    );
  });

  test('globs become anchored expressions; other accounts are left alone', () =>
    tells([{ ...low(), wallets: { account: 'acme-?g', currency: '*', walletType: '*_PAYOUT' } }], {
      series: {
        [available()]: '1x3',
        'merchant_wallet_available_balance{account="xacme-ug",currency="UGX",wallet_type="MERCHANT_PAYOUT"}':
          '1x3',
        'merchant_wallet_available_balance{account="acme-ug",currency="UGX",wallet_type="OTHER"}': '1x3',
      },
      firing: [[2, 'PayoutFloatLow', 1]],
    }));
});

test('annotations become Prometheus templates; braces that are not ours stay braces, in labels too', () => {
  const summary = '{{account}} has {{value}}, less than {{threshold}} {{ $labels.x }}';
  const labels = { team: '{{finance}}' };
  const rules = prometheusRules([], [low('5000000', { annotations: { summary }, labels })], EXTERNAL_URL);
  const rule = rules.groups[0]!.rules.find(({ alert }) => alert === 'PayoutFloatLow');
  expect(rule?.labels).toMatchObject({ team: '{{ "{{" }}finance}}' }); // it would refuse the whole file
  expect(rule?.annotations).toMatchObject({
    summary:
      '{{ $labels.account }} has {{ printf "%.2f" $value }}, less than 5,000,000 {{ "{{" }} $labels.x }}',
  });
});

const thousand = Array.from({ length: 1_000 }, (_, i) => ({
  ...accounts[0]!,
  name: `merchant-${1_000 + i}`,
  staleMs: (1 + (i % 3)) * MINUTE,
}));

// `kubectl apply` keeps what it applied in an annotation, which has room for so much; the operator takes twice as much.
test('the rules of a thousand accounts fit into one object of Kubernetes', () => {
  expect(JSON.stringify(prometheusRules(thousand, [low()], EXTERNAL_URL)).length).toBeLessThan(256 * 1_024);
});

// Prometheus sends the expression with each alert, as a link to itself: a thousand at once that name a thousand accounts each
// are more than an Alertmanager has memory for.
test('an alert of a thousand accounts bears no list of them', () => {
  for (const { alert, expr } of prometheusRules(thousand, [low()], EXTERNAL_URL).groups[0]!.rules)
    if (alert !== undefined) expect(expr.length, alert).toBeLessThan(1_000);
});

test('what Prometheus can not know is named', () => {
  const options = { account: '*', currency: '*', transactionType: 'COLLECTION', providerCode: '*' };
  const { name: _, wallets: __, ...rest } = low() as WalletRule;
  const option: Rule = { ...rest, name: 'Gone', options, condition: { kind: 'wallet_below_min' } };
  const runway = called({ kind: 'runway_below', lead: 'top_up_lead_time' });
  expect(untranslatable([low(), runway, option])).toEqual(['Gone']);
});
