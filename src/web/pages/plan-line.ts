// One wallet's plan as a line on its page and on its alerts' pages, linked to its card; and requested top-ups, which may
// be why there is enough.
import { ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { address } from '../html/controls.ts';
import { clockTime } from '../html/format.ts';
import { type Content, html } from '../html/html.ts';
import type { PageSources, WalletName } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { inCurrency, requestedLines } from './plan-card.ts';

/** Nothing for a wallet that others are topped up from. Times are told in `timezone`. */
export function planLine({ planOf }: PageSources, wallet: WalletName, timezone: string): Content {
  const row = planOf?.(wallet);
  if (!row) return null;
  const { account, currency, walletType, topUp } = row;
  const words = texts.plan;
  const link = html`<a href="${address('/plan', { account, currency, wallet_type: walletType })}">${words.line.link}</a>`;
  if ('unplanned' in topUp)
    return html`<p>${link}: ${words.line.unplanned(words.unplanned.why[topUp.unplanned])}</p>`;
  const requested = requestedLines({ ...row, timezone, topUp });
  if (topUp.needed === ZERO) return html`<p>${link}: ${words.line.nothing}</p>${requested}`;
  const at = (instant: Instant): Content => clockTime(instant, timezone);
  const due = topUp.late
    ? words.late<Content>(at(topUp.requestable), at(topUp.arrives))
    : topUp.by === undefined
      ? words.noHurry
      : words.by<Content>(at(topUp.by));
  return html`<p>${link}: ${words.send<Content>(inCurrency(topUp.needed, currency))}${due}.</p>${requested}`;
}
