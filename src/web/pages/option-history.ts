// A card of the options' page: what changed, when, from what and to what.
import { parseAmount } from '../../domain/money.ts';
import { address } from '../html/controls.ts';
import { clockTime, dayName, longMoney } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { OptionChange, PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { timezonesOf } from './context.ts';
import { zoneOfDays } from './zone.ts';

const MAX_CHANGES = 1_000; // the most that are read

export function optionHistory(
  sources: Pick<PageSources, 'accounts'>,
  {
    changes,
    values,
  }: {
    readonly changes: readonly OptionChange[] | null;
    /** As they stand in the address. */
    readonly values: Readonly<Record<string, string>>;
  },
): Html {
  const words = texts.options.history;
  const time = timeOf(values);
  const body: Content =
    changes === null
      ? html`<p class="quiet">${words.away}</p>`
      : changes.length === 0
        ? html`<p class="quiet">${words.none(time)}</p>`
        : table(sources, changes, time);
  return html`<section class="card" aria-label="${words.title}">${zoneOfDays(sources, values)}${body}</section>`;
}

function timeOf({ from, to }: Readonly<Record<string, string>>): string {
  const words = texts.options.history;
  if (from !== undefined && to !== undefined) return words.between(dayName(from), dayName(to));
  if (from !== undefined) return words.from(dayName(from));
  return to === undefined ? words.last : words.to(dayName(to));
}

function table(sources: Pick<PageSources, 'accounts'>, changes: readonly OptionChange[], time: string): Html {
  const { titles, fields, ...words } = texts.options.history;
  const zones = timezonesOf(sources);
  const head = (title: string, more?: string) =>
    html`<th scope="col" role="columnheader"${more !== undefined && html` class="${more}"`}>${title}</th>`;
  return html`<table role="table" class="changes"><caption>${words.caption(time)}</caption>
<thead role="rowgroup"><tr role="row">${head(titles.option)}${head(titles.what)}${head(titles.before, 'num')}${head(titles.after, 'num')}${head(titles.at)}</tr></thead>
<tbody role="rowgroup">${changes.map(
    (change) =>
      html`<tr role="row"><th scope="row" role="rowheader">${optionLink(change)}<span class="quiet">${change.account}, ${change.transactionMethod}</span></th>
<td role="cell">${fields[change.field]}</td><td role="cell" class="num">${value(change.before)}</td><td role="cell" class="num">${value(change.after)}</td>
<td role="cell" class="seen">${clockTime(change.seenAt, zones(change.account))}</td></tr>`,
  )}</tbody></table>${changes.length >= MAX_CHANGES && html`<p class="quiet">${words.most(MAX_CHANGES)}</p>`}`;
}

/** An option's name, linked to what the option is and was. */
export function optionLink({
  account,
  currency,
  transactionType,
  providerCode,
}: Pick<OptionChange, 'account' | 'currency' | 'transactionType' | 'providerCode'>): Html {
  const href = address('/options', { account, currency, provider_code: providerCode });
  return html`<a href="${href}"><b>${currency}</b> ${transactionType} ${providerCode}</a>`;
}

function value(text: string | null): Content {
  const words = texts.options;
  if (text === null) return html`<span class="quiet">${words.notTold}</span>`;
  if (text === 'true' || text === 'false') return text === 'true' ? words.yes : words.no;
  const amount = parseAmount(text);
  return amount === undefined ? text : longMoney(amount);
}
