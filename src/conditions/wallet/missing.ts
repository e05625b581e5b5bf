// `missing: true`: a good response doesn't name the wallet.
import { firingOfRule, heldFiring, ON_WALLET, ofWallets } from '../promql.ts';
import { UNKNOWN, walletCondition } from './condition.ts';

export interface Missing {
  readonly kind: 'missing';
}

export const MISSING: Missing = { kind: 'missing' };

export const missing = walletCondition({
  setting: { is: 'true', text: 'The wallet is absent from a good response.' },
  more: {},
  of: () => MISSING,
  settingsOf: () => ({ value: true, more: {} }),
  evidence: () => ({ kind: 'presence' }),
  fields: () => [],
  threshold: () => null,
  isWorse: () => false,
  summary: () =>
    'The service no longer names the wallet {{wallet}}. Ask it whether the wallet was closed or renamed; if so: floatwatch forget {{wallet}}',
  over: () => 'The service names the wallet {{wallet}} again',
  promqlValue: 'unknown',

  evaluate(_, sample) {
    if (sample.kind === 'failed') return UNKNOWN;
    return { state: sample.kind === 'missing' ? 'met' : 'clear', value: null, threshold: null };
  },

  promql(_, rule) {
    // While the account is blind its series goes on and holds the alert. While floatwatch is away, or doesn't know after a
    // restart, there is no series: the second part holds it.
    const named = `merchant_wallet_state${ofWallets(rule.wallets, 'state="missing"')}`;
    const held = heldFiring(firingOfRule(rule), ON_WALLET, named);
    return `(max without (instance, pod, state) (${named}) == 1)\nor (${held} unless ${ON_WALLET} merchant_wallet_state)`;
  },
});
