// The alerts about one account's payment options, with polls in minutes after noon, for their tests.
import type { OptionRule } from '../../src/conditions/rule.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { type AlertInstance, createApply } from '../../src/monitor/alerts/alert-instance.ts';
import {
  createPaymentOptionAlerts,
  type PaymentOptionAlerts,
} from '../../src/monitor/alerts/payment-option-alerts.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';
import { failedOptionPoll, option, optionPoll } from '../support/options.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** When a poll is stale, after its slot. */
export const STALE = 2 * MINUTE + 30_000;
const ANY = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
/** A rule about all options. */
export const ruleOf = (name: string, condition: OptionRule['condition']): OptionRule => ({
  ...{ name, severity: 'warning', options: ANY, condition },
  ...{ forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
});
export const GONE = ruleOf('Gone', { kind: 'vanished' });
export const LOW = ruleOf('Low', { kind: 'wallet_below_min' });
export const PAYOUT = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
export const [MANGO, KIWI] = [option(), option({ providerCode: 'KIWI_UG' })];

interface Settings {
  readonly rules?: readonly OptionRule[];
  readonly expression?: string;
  readonly expect?: readonly (typeof PAYOUT)[];
}

/** The alerts of `acme-ug`, from a second after noon. Each call returns which were judged how, and of which minute. */
export function alertsOf(
  settings: Settings = {},
  clock = handClock(NOON + 1_000),
  previous?: PaymentOptionAlerts,
) {
  const { rules = [GONE, LOW], expression = '* * * * *', expect: expected = [] } = settings;
  const moves: [string, string, number][] = [];
  const ended: string[] = [];
  const known = new Map<string, AlertInstance>();
  const nameOf = ({ definition, subject }: AlertInstance) =>
    `${definition.name} ${subject.labels?.['provider_code'] ?? subject.currency}`;
  const apply = createApply({ onMoved: () => {}, onFiring: () => {} });
  const schedule = createSchedule(expression, 'UTC');
  const it = createPaymentOptionAlerts(
    {
      config: { name: 'acme-ug', schedule, staleAfter: 2 },
      balances: { name: 'acme-ug', schedule, staleAfter: 2, expect: expected },
      ...{ rules, clock },
      register(alert) {
        known.set(nameOf(alert), alert);
        return alert;
      },
      apply(alert, evaluation, at) {
        moves.push([nameOf(alert), evaluation.state, (at - NOON) / MINUTE]);
        apply(alert, evaluation, at);
      },
      end: (alerts) => void ended.push(...[...alerts].map(nameOf)),
    },
    previous,
  );
  const judged = (what: () => void) => {
    moves.length = 0;
    what();
    return [...moves];
  };
  const observe = (...poll: Parameters<typeof options>) => judged(() => it.observe(options(...poll)));
  const resume = (...poll: Parameters<typeof options>) => judged(() => it.resume(options(...poll)));
  const wallets = (minute: number, amount: string | null) =>
    judged(() => it.observeWallets(held(minute, amount)));
  return { it, clock, known, ended, observe, resume, wallets, judged };
}

/** A poll of options; `null`: it failed. */
export const options = (minute: number, seen: readonly PaymentOption[] | null, change = {}) =>
  seen === null
    ? failedOptionPoll(NOON + minute * MINUTE, change)
    : optionPoll(NOON + minute * MINUTE, seen, change);
/** A poll of wallets, of which the payout wallet holds that much; `null`: it failed. */
export const held = (minute: number, amount: string | null, change = {}) => {
  const account = { account: 'acme-ug', slot: NOON + minute * MINUTE, ...change };
  return amount === null
    ? observation({ ...account, outcome: 'connect', wallets: [] })
    : observation({ ...account, wallets: [wallet(amount)] });
};
