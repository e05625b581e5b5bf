// `runway_below`: the available balance lasts less long than a lead time, at the configured confidence.
import { formatDuration, MINUTE_MS, parseDuration } from '../../domain/duration.ts';
import { HORIZON_MS } from '../../domain/forecast/history.ts';
import { heldExpr, ofAccounts, ofWallets, RUNWAY, runwayAt, type WalletPromqlRule } from '../promql.ts';
import { matchesGlob } from '../selector.ts';
import { UNKNOWN, walletCondition } from './condition.ts';

export interface RunwayBelow {
  readonly kind: 'runway_below';
  /** Milliseconds; `top_up_lead_time` is the account's own. */
  readonly lead: number | 'top_up_lead_time';
  /** From 0.5 to 0.99. @default the account's own */
  readonly confidence?: number;
}

export const runwayBelow = walletCondition({
  setting: {
    is: 'lead_time',
    text: "The available balance lasts less long than this, at the confidence asked for; top_up_lead_time is the account's own.",
  },
  more: {
    confidence: {
      is: 'confidence',
      text: "For runway_below: in which share of cases its first alert is to come a whole lead time before the end; absent: the account's own.",
    },
  },
  of: (lead, { confidence }): RunwayBelow => ({
    kind: 'runway_below',
    lead,
    ...(confidence !== null && { confidence }),
  }),
  settingsOf: ({ lead, confidence }) => ({ value: lead, more: { confidence: confidence ?? null } }),
  evidence: ({ lead, confidence }) =>
    typeof lead === 'number' && confidence !== undefined
      ? { kind: 'runway', aim: { leadMs: lead, confidence } }
      : { kind: 'runway' },
  forAccount: (condition, { topUpLeadMs, confidence }): RunwayBelow => {
    const lead = condition.lead === 'top_up_lead_time' ? (topUpLeadMs ?? condition.lead) : condition.lead;
    const asked = condition.confidence ?? confidence;
    return { kind: 'runway_below', lead, ...(asked !== undefined && { confidence: asked }) };
  },
  fields: () => ['available'],
  threshold: ({ lead }) => (typeof lead === 'number' ? formatDuration(lead) : 'the top-up lead time'),
  isWorse: (value, than) => parseDuration(value)! < parseDuration(than)!,
  summary: () => '{{wallet}}: what is available lasts {{value}}, less than {{threshold}}: {{plan}}',
  over: () => '{{wallet}}: what is available lasts {{value}}, no longer less than {{threshold}}',
  promqlValue: '{{ humanizeDuration $value }}',

  evaluate({ lead }, sample, { runway }) {
    if (sample.kind !== 'seen' || !runway || typeof lead !== 'number') return UNKNOWN;
    const lasts = runway.pessimistic;
    const state = lasts < lead ? 'met' : lasts >= enoughRunway(lead) ? 'clear' : 'band';
    const value = formatDuration(Math.floor(lasts / MINUTE_MS) * MINUTE_MS);
    return { state, value, threshold: formatDuration(lead) };
  },

  promql({ lead, confidence }, rule) {
    const runway = confidence === undefined ? RUNWAY : runwayAt(confidence);
    const shorterThan = (level: (lead: number) => number) =>
      leadsOf(lead, rule)
        .map(([ms, own]) => `${runway}${ofWallets(rule.wallets, ...own)} < ${level(ms) / 1_000}`)
        .join(' or ');
    return heldExpr(rule, {
      value: `${runway}${ofWallets(rule.wallets)}`,
      met: shorterThan((ms) => ms),
      band: [`(${shorterThan(enoughRunway)})`],
    });
  },
});

/**
 * The runway that ends it, in whole milliseconds: a tenth longer, because an estimate goes up and down a little every hour.
 */
function enoughRunway(lead: number): number {
  return Math.min(Math.round((lead * 11) / 10), HORIZON_MS); // times 1.1 would be 190080.00000000003 s for two days
}

/** Each lead time, in milliseconds, with the matchers for the accounts that have it. */
function leadsOf(
  lead: RunwayBelow['lead'],
  { wallets, accounts }: WalletPromqlRule,
): (readonly [lead: number, matchers: readonly string[]])[] {
  if (lead !== 'top_up_lead_time') return [[lead, []]];
  const reached = accounts.filter(({ name }) => matchesGlob(wallets.account, name));
  const byLead = Map.groupBy(reached, ({ topUpLeadMs }) => topUpLeadMs);
  if (byLead.size === 0) return [[0, []]];
  if (byLead.size === 1) return [...byLead.keys()].map((only) => [only, []]);
  return [...byLead].map(([each, own]) => [each, [ofAccounts(own.map(({ name }) => name))]]);
}
