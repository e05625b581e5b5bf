import { test } from 'vitest';
import type { OptionCondition } from '../../src/conditions/option/conditions.ts';
import type { OptionRule } from '../../src/conditions/rule.ts';
import { tells } from '../support/promtool.ts';
import { describeWith } from '../support/tools.ts';

const DAY = 360; // steps of four minutes

function rule(condition: OptionCondition, change: Partial<OptionRule> = {}): OptionRule {
  const options = { account: '*', currency: 'UGX', transactionType: '*', providerCode: 'MANGO_*' };
  const base = { name: 'R', severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} };
  return { ...base, options, condition, ...change };
}

const series = (metric: string, { provider = 'MANGO_UG', instance = 'a', more = '' } = {}) =>
  `${metric}{account="acme-ug",currency="UGX",transaction_type="PAYOUT",transaction_method="MOBILE_MONEY",provider_code="${provider}",instance="${instance}"${more}}`;
const active = series('payment_option_active');
const min = series('payment_option_min_amount');
const max = series('payment_option_max_amount');
const state = (which: string, provider?: string) =>
  series('payment_option_state', { more: `,state="${which}"`, ...(provider && { provider }) });
const wallet =
  'merchant_wallet_available_balance{account="acme-ug",currency="UGX",wallet_type="MERCHANT_PAYOUT",instance="a"}';
const at = (count: number, ...minutes: number[]) => minutes.map((minute) => [minute, 'R', count] as const);

describeWith(['promtool'], 'rules over payment options for Prometheus, by promtool', () => {
  test('inactive_for: inactive for so long; of the rule, and of two replicas one', () =>
    tells([rule({ kind: 'inactive_for', ms: 180_000 })], {
      series: {
        [active]: '1 0x5 1x5',
        [series('payment_option_active', { instance: 'b' })]: '1 0x5 1x5',
        [series('payment_option_active', { provider: 'KIWI_UG' })]: '0x11',
      },
      firing: [...at(0, 0, 1, 3), ...at(1, 4, 6), ...at(0, 7)],
    }));

  test('A8 inactive_for is held while stale, and pends anew', () =>
    tells([rule({ kind: 'inactive_for', ms: 60_000 })], {
      series: { [active]: '0x2 stale _x10 0x2 1' },
      firing: [...at(0, 0), ...at(1, 1, 3, 10, 14, 16), ...at(0, 17)],
    }));

  test('vanished: a good response no longer names it; flapping; held while floatwatch is restarted', () =>
    tells([rule({ kind: 'vanished' })], {
      series: { [state('missing')]: '0 1 0 1x2 stale _x5 0', [state('missing', 'KIWI_UG')]: '1x9' },
      firing: [...at(0, 0), ...at(1, 1), ...at(0, 2), ...at(1, 3, 5, 6, 9, 11), ...at(0, 12)],
    }));

  test('vanished: what fired of an option that is configured away ends when nothing has told of it for seven days', () =>
    tells([rule({ kind: 'vanished' })], {
      series: {
        [series('ALERTS', {
          more: ',alertname="R",alertstate="firing",severity="warning"',
        }).replace('instance="a",', '')]: '1x2',
      },
      firing: at(0, 9),
    }));

  test('vanished: stale is not vanished', () =>
    tells([rule({ kind: 'vanished' })], {
      series: { [state('missing')]: '0x9', [state('stale')]: '0x2 1x9' },
      firing: at(0, 1, 5),
    }));

  test('limit_changed: news until it is back, from the first value that is known', () =>
    tells([rule({ kind: 'limit_changed' })], {
      series: { [min]: '500x20', [max]: '1000 1000 2000x3 3000 1000 2000 stale _x2 2000 1000' },
      firing: [...at(0, 0, 1), ...at(1, 2, 5, 6), ...at(0, 7), ...at(1, 8, 10, 12), ...at(0, 13)],
    }));

  test('limit_changed: news for a day', () =>
    tells([rule({ kind: 'limit_changed' })], {
      stepMinutes: 4,
      series: { [min]: `500x${DAY * 3}`, [max]: `1000x${2 * DAY - 1} 2000x${DAY + 60}` },
      firing: [...at(0, 0, DAY, 2 * DAY - 1), ...at(1, 2 * DAY, 3 * DAY - 1), ...at(0, 3 * DAY + 1)],
    }));

  test('wallet_below_min: below the smallest payout of any active option', () =>
    tells([rule({ kind: 'wallet_below_min' })], {
      series: {
        [wallet]: '500 499.99 499.99 499.99 499.99 300 299',
        [active]: '1x9',
        [min]: '500x9',
        [series('payment_option_active', { provider: 'MANGO_KE' })]: '0x3 1x9',
        [series('payment_option_min_amount', { provider: 'MANGO_KE' })]: '300x9',
      },
      firing: [...at(0, 0), ...at(1, 1, 2), ...at(0, 4, 5), ...at(1, 6)],
    }));

  test('wallet_below_min: an option that is not told of might still work; what fires is held', () =>
    tells([rule({ kind: 'wallet_below_min' })], {
      series: {
        [wallet]: '1x6 stale _x3 1x2 500',
        [active]: '1x20',
        [min]: '500x20',
        [state('fresh')]: '1x20',
        [state('stale', 'MANGO_KE')]: '1x2 0 1x9',
      },
      firing: [...at(0, 0, 2), ...at(1, 3, 4, 8, 12), ...at(0, 14)],
    }));

  test.each([
    ['its activity', { [state('fresh', 'MANGO_KE')]: '1x9' }],
    ['its minimum', { [series('payment_option_active', { provider: 'MANGO_KE' })]: '1x9' }],
  ])('wallet_below_min: nor does it fire when of an option %s is not told', (_, other) =>
    tells([rule({ kind: 'wallet_below_min' })], {
      series: { [wallet]: '1x9', [active]: '1x9', [min]: '500x9', ...other },
      firing: at(0, 0, 5),
    }),
  );

  test('every rule at once is sound, with labels of its own', () =>
    tells(
      (['vanished', 'limit_changed', 'wallet_below_min'] as const).map((kind) =>
        rule({ kind }, { name: kind, labels: { team: 'finance' } }),
      ),
      { series: { [active]: '1x9' }, firing: [] },
    ));
});
