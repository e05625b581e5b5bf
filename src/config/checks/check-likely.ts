// Warns of what is allowed and hardly meant: it would silently do nothing, or something else. Called by checks.ts.
import { isGlob } from '../../conditions/selector.ts';
import { type Amount, compareAmounts } from '../../domain/money.ts';
import { meantBy } from '../../domain/spelling.ts';
import { PAYOUT_WALLET } from '../../monitor/alerts/payout-minima.ts';
import { COLLECTION_WALLET } from '../../monitor/forecast/plans.ts';
import { formatPath } from '../problem.ts';
import type { accountSettings, pollSettings } from '../schema/schema-accounts.ts';
import { ruleSettings } from '../schema/schema-alerts.ts';
import { entries, type Findings, list, type Valid, valid } from '../valid.ts';

const ALL = '100' as Amount; // percent
const SEVERITIES = ['critical', 'warning', 'info'];
const NEAR = 2; // letters by which the length of a misspelt name may differ

type ValidAccount = Valid<typeof accountSettings>;

export function checkLikely(
  root: unknown,
  accounts: readonly ValidAccount[],
  poll: Valid<typeof pollSettings>,
  { warning }: Findings,
): void {
  const { web, accounts: said, alerts } = entries(root);
  const { enable_top_up_requests: mayRequest, config_file: users, listen } = entries(web);
  if (Array.isArray(listen) && listen.length === 0)
    warning(['web', 'listen'], 'is empty: there are no pages, no /metrics and no /-/healthy');
  if (String(mayRequest) === 'true' && users === undefined)
    warning(['web', 'enable_top_up_requests'], 'has no effect without the users of web.config_file');
  stepsOf(poll.schedule, (flaw) => warning(['poll', 'schedule'], flaw));
  list(said).forEach((account, i) => {
    const settings = entries(account);
    if (Object.hasOwn(settings, 'payment_options') && settings['payment_options'] === undefined)
      warning(['accounts', i, 'payment_options'], 'is empty, so they are not polled; {} polls them as usual');
  });
  const types = [
    ...new Set([
      PAYOUT_WALLET,
      COLLECTION_WALLET,
      ...accounts.flatMap(({ expect }) => expect?.map(({ walletType }) => walletType) ?? []),
    ]),
  ];
  accounts.forEach(({ schedule, payment_options: options, top_up: topUp, calendar }, i) => {
    stepsOf(schedule, (flaw) => warning(['accounts', i, 'schedule'], flaw));
    stepsOf(options?.schedule, (flaw) => warning(['accounts', i, 'payment_options', 'schedule'], flaw));
    calendar?.forEach(({ name, factor }, j) => {
      const first = calendar.findIndex((one) => one.name === name && one.factor !== null);
      if (factor !== null && factor !== calendar[first]!.factor)
        warning(
          ['accounts', i, 'calendar', j, 'factor'],
          `is not that of ${formatPath(['accounts', i, 'calendar', first])}, which has the same name: dates of one name are alike`,
        );
    });
    const meant = misspelt(topUp?.source?.walletType, types);
    if (meant) warning(['accounts', i, 'top_up', 'source'], `is hardly a wallet; did you mean ${meant}?`);
  });
  list(entries(alerts)['rules']).forEach((raw, i) => {
    const { severity, wallets, drops_by: fall } = valid(ruleSettings, raw);
    const path = ['alerts', 'rules', i];
    if (typeof fall === 'object' && fall?.percent && compareAmounts(fall.by, ALL) > 0)
      warning(
        [...path, 'drops_by'],
        'is more than all that is there: only a wallet in debt has lost so much',
      );
    const level = severity && !SEVERITIES.includes(severity) ? meantBy(severity, SEVERITIES) : undefined;
    if (level)
      warning(
        [...path, 'severity'],
        `is not ${level}, which receivers and quiet hours go by; did you mean that?`,
      );
    const type = wallets?.wallet_type;
    const meant = type !== undefined && !isGlob(type) ? misspelt(type, types) : undefined;
    if (meant)
      warning([...path, 'wallets', 'wallet_type'], `is of no wallet, it seems; did you mean ${meant}?`);
  });
}

/** The wallet type of which this one differs by a letter or two, or by capitals. */
function misspelt(type: string | undefined, known: readonly string[]): string | undefined {
  if (type === undefined || known.includes(type)) return undefined;
  const meant = meantBy(type, known);
  return meant !== undefined && Math.abs(meant.length - type.length) <= NEAR ? meant : undefined;
}

/** Tells of a step that is as long as the whole field, such as every 70 minutes: it is due once an hour. */
function stepsOf(schedule: string | null | undefined, tell: (flaw: string) => void): void {
  const fields = schedule?.trim().split(/\s+/) ?? [];
  const sizes: readonly (readonly [string, number])[] = [
    ...(fields.length === 6 ? [['seconds', 60] as const] : []),
    ...([
      ['minutes', 60],
      ['hours', 24],
    ] as const),
  ];
  sizes.forEach(([unit, size], i) => {
    const step = Number(/^\*\/(\d+)$/.exec(fields[i] ?? '')?.[1] ?? 0);
    if (step >= size)
      tell(
        `has */${step} where there are ${size} ${unit}: cron can't step beyond them, so it is due at 0 only`,
      );
  });
}
