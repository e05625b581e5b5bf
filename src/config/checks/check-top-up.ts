// Checks how an account's wallets are topped up. Called by checks.ts.
import { PAYOUT_WALLET } from '../../monitor/alerts/payout-minima.ts';
import { COLLECTION_WALLET } from '../../monitor/forecast/plans.ts';
import type { Path } from '../problem.ts';
import type { accountSettings } from '../schema/schema-accounts.ts';
import type { Findings, Valid } from '../valid.ts';

export function checkTopUp(
  { top_up: topUp, top_up_lead_time: leadTime, currencies }: Valid<typeof accountSettings>,
  path: Path,
  { problem }: Findings,
): void {
  if (leadTime && topUp?.lead_time)
    problem([...path, 'top_up', 'lead_time'], 'is said by top_up_lead_time too: keep one of them');
  const source = topUp?.source;
  if (!source) return;
  const place = [...path, 'top_up', 'source'];
  if (source.walletType === PAYOUT_WALLET) {
    // A source is not planned, so that the wallet that matters most would have no plan.
    problem(
      place,
      `is the payout wallet itself, <got>: name the wallet that it is topped up from, such as ` +
        `${source.currency}/${COLLECTION_WALLET}, or leave it out`,
    );
  }
  if (currencies?.length && !currencies.includes(source.currency))
    problem(place, `is never asked for: currencies does not name ${source.currency}`);
}
