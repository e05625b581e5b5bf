// `runway_below`: what is available lasts less long than a lead time, by the pessimistic runway.
import { formatDuration, parseDuration } from '../../domain/duration.ts';
import { HORIZON_MS } from '../../domain/runway.ts';
import { heldExpr, ofWallets, RUNWAY, type WalletPromqlRule } from '../promql.ts';
import { matchesGlob } from '../selector.ts';
import { UNKNOWN, walletCondition } from './condition.ts';

export interface RunwayBelow {
  readonly kind: 'runway_below';
  /** Milliseconds; `top_up_lead_time` is the account's own. */
  readonly lead: number | 'top_up_lead_time';
}

const MINUTE_MS = 60_000;
const ENOUGH = 1.1;

export const runwayBelow = walletCondition({
  setting: {
    is: 'lead_time',
    text: "The available balance lasts less long than this, in one case of ten; top_up_lead_time is the account's own.",
  },
  more: {},
  of: (lead): RunwayBelow => ({ kind: 'runway_below', lead }),
  settingsOf: ({ lead }) => ({ value: lead, more: {} }),
  evidence: () => ({ kind: 'runway' }),
  forAccount: ({ kind, lead }, { topUpLeadMs }) => ({
    kind,
    lead: lead === 'top_up_lead_time' ? (topUpLeadMs ?? lead) : lead,
  }),
  fields: () => ['available'],
  threshold: ({ lead }) => (typeof lead === 'number' ? formatDuration(lead) : 'the top-up lead time'),
  isWorse: (value, than) => (parseDuration(value) ?? 0) < (parseDuration(than) ?? 0),
  summary: () => '{{wallet}}: what is available lasts {{value}}, less than {{threshold}}',
  promqlValue: '{{ humanizeDuration $value }}',

  evaluate({ lead }, sample, { runway }) {
    if (sample.kind !== 'seen' || !runway || typeof lead !== 'number') return UNKNOWN;
    const lasts = runway.pessimistic;
    const state = lasts < lead ? 'met' : lasts >= enoughRunway(lead) ? 'clear' : 'band';
    const value = formatDuration(Math.floor(lasts / MINUTE_MS) * MINUTE_MS);
    return { state, value, threshold: formatDuration(lead) };
  },

  promql({ lead }, rule) {
    const shorterThan = (level: (lead: number) => number) =>
      leadsOf(lead, rule)
        .map(([ms, own]) => `${RUNWAY}${ofWallets(rule.wallets, ...own)} < ${level(ms) / 1_000}`)
        .join(' or ');
    return heldExpr(rule, {
      value: `${RUNWAY}${ofWallets(rule.wallets)}`,
      met: shorterThan((ms) => ms),
      band: [`(${shorterThan(enoughRunway)})`],
    });
  },
});

/** When it is over, in milliseconds: longer by a tenth, for an estimate that is made anew each hour trembles. */
function enoughRunway(lead: number): number {
  return Math.min(lead * ENOUGH, HORIZON_MS);
}

/** Each lead time, in milliseconds, with what selects the accounts whose it is. */
function leadsOf(
  lead: RunwayBelow['lead'],
  { wallets, accounts }: WalletPromqlRule,
): (readonly [lead: number, matchers: readonly string[]])[] {
  if (lead !== 'top_up_lead_time') return [[lead, []]];
  const reached = accounts.filter(({ name }) => matchesGlob(wallets.account, name));
  const byLead = Map.groupBy(reached, ({ topUpLeadMs }) => topUpLeadMs);
  if (byLead.size === 0) return [[0, []]];
  if (byLead.size === 1) return [...byLead.keys()].map((only) => [only, []]);
  return [...byLead].map(([each, own]) => [
    each,
    [`account=~${JSON.stringify(own.map(({ name }) => name.replaceAll('.', '\\.')).join('|'))}`],
  ]);
}
