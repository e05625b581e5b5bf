// What dashboards say while a shard isn't scraped: nobody knows how its wallets are, so nothing is called well.
import { test } from 'vitest';
import { tells } from '../support/promtool.ts';
import { describeWith } from '../support/tools.ts';
import { promqlTargets } from './dashboard.ts';
import { interpolate } from './promql.ts';

const ALL = { job: '.*', account: '.*', currency: '.*' };
/** A shard of two is away from the third minute to the sixth. */
const AWAY = { at: 4, before: 1, after: 8 };

/** What each shard tells of its one account, whose wallet is fresh, and of its one payment option, which is active. */
function toldBy(shard: number): [series: string, values: string][] {
  const wallet = 'currency="UGX",wallet_type="MERCHANT_PAYOUT"';
  const option =
    'currency="UGX",transaction_type="PAYOUT",transaction_method="MOBILE_MONEY",provider_code="P"';
  return [
    ['floatwatch_build_info', '', 1],
    ['floatwatch_total_shards', '', 2],
    ['floatwatch_shard_ordinal', '', shard],
    ['floatwatch_account_up', '', 1],
    ['floatwatch_alert_state', `alertname="R",severity="warning",${wallet}`, 0],
    ['merchant_wallet_state', `state="fresh",${wallet}`, 1],
    ['merchant_wallet_available_balance', wallet, 3],
    ['payment_option_active', option, 1],
  ].map(([metric, labels, value]) => [
    `${metric}{instance="${shard}",account="m-${shard}",${labels}}`.replace(',}', '}'),
    shard === 0 ? `${value}x9` : `${value}x2 stale _x2 ${value}x4`,
  ]);
}

describeWith(['promtool'], 'while a shard is away, by promtool', () => {
  test.for([
    ['floatwatch / Overview / Firing / A', 0],
    ['floatwatch / Overview / Pending / A', 0],
    ['floatwatch / Overview / Not seen / A', 0],
    ['floatwatch / Overview / Accounts down / A', 0],
    ['floatwatch / Payment options / Inactive options / A', 0],
  ] as const)('%s is unknown, not none', ([where, value]) => told(where, value));

  test('floatwatch / Overview / All accounts, $currency / A is not told', () =>
    told('floatwatch / Overview / All accounts, $currency / A', 6));
});

function told(where: string, value: number): Promise<void> {
  const expr = interpolate(promqlTargets.find((target) => target.where === where)!.expr, ALL);
  return tells([], {
    series: Object.fromEntries([0, 1].flatMap(toldBy)),
    samples: [
      [AWAY.before, expr, value],
      [AWAY.at, expr, null],
      [AWAY.after, expr, value],
    ],
  });
}
