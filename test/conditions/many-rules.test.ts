// A rule for each of many accounts: what asks for the rules of an account must not go through those of all the others.
import { expect, test } from 'vitest';
import { forecastAccounts } from '../../src/app/configured.ts';
import { judgeRules } from '../../src/cli/doctor/rules.ts';
import { rulesByAccount } from '../../src/conditions/rules-by-account.ts';
import { createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import { createSimulator } from '../../src/monitor/alerts/simulation.ts';
import { computingMs } from '../support/cpu.ts';
import { account, lowRule, payout, polled } from '../support/watching.ts';

const FEW = 300;
const TIMES = 10;
const { schedule } = account();

/** A rule for each of so many accounts, and a wallet in each. */
function many(count: number) {
  const names = Array.from({ length: count }, (_, i) => `merchant-${i}`);
  const rules = names.map((name) =>
    lowRule({ wallets: { account: name, currency: 'UGX', walletType: 'MERCHANT_PAYOUT' } }),
  );
  return { names, rules };
}

function forecasts(count: number): void {
  const { names, rules } = many(count);
  const accounts = new Map(
    names.map((name) => [name, { ...account(name, { schedule }), topUpLeadMs: 1, confidence: 0.95 }]),
  );
  forecastAccounts({ config: { alerts: { rules } }, accounts } as unknown as Parameters<
    typeof forecastAccounts
  >[0]);
}

function evaluation(count: number): void {
  const { names, rules } = many(count);
  const options = { rules, accounts: names.map((name) => account(name, { schedule })), builtin: false };
  const clock = { now: () => polled(0, []).slot, monotonic: () => 0 };
  const evaluator = createAlertEvaluator(options, clock);
  for (const name of names) evaluator.observe(polled(0, [payout('1')], { account: name }));
  expect(evaluator.alerts()).toHaveLength(count);
  evaluator.reload(options);
}

function simulation(count: number): void {
  const { names, rules } = many(count);
  const simulator = createSimulator(rules);
  for (const name of names) simulator.take(polled(0, [payout('1')], { account: name }));
  expect(simulator.finish().episodes).toHaveLength(count);
}

function doctor(count: number): void {
  const { names, rules } = many(count);
  const wallets = names.map((name) => ({ account: name, currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }));
  expect(judgeRules({ rules, wallets, options: [] })).toMatchObject([{ state: 'ok' }]);
}

test('rules come in the order of the file, whether they name the account or a glob', () => {
  const rulesOf = rulesByAccount(
    ['b*', 'a', '*', 'b', 'a'].map((name, i) =>
      lowRule({ name: `Low${i}`, wallets: { account: name, currency: '*', walletType: '*' } }),
    ),
  );
  const namesOf = (of: string) => rulesOf(of).map(({ name }) => name);
  expect(namesOf('a')).toEqual(['Low1', 'Low2', 'Low4']);
  expect(namesOf('b')).toEqual(['Low0', 'Low2', 'Low3']);
  expect(namesOf('c')).toEqual(['Low2']);
});

test.for([
  ['what is asked of forecasts', forecasts],
  ['the evaluation of alerts', evaluation],
  ['a simulation', simulation],
  ['what doctor says of rules', doctor],
] as const)(
  'of ten times as many accounts and rules %s takes not a hundred times as long',
  {
    tags: 'timed',
  },
  ([, run]) => {
    run(FEW); // the first is slower
    const few = Math.min(...[1, 2, 3].map(() => computingMs(() => run(FEW))));
    expect(computingMs(() => run(FEW * TIMES))).toBeLessThan(3 * TIMES * few + 100);
  },
);
