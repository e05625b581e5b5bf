// The table of wallets: each with what it holds, its threshold, how long it lasts, its last day and its state.
import { lastingWords, money, when } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { sparkline } from '../html/sparkline.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import { keyOf, type PageVerdict, type StatusRow } from '../verdict.ts';
import { timezonesOf } from './context.ts';
import { accountLink, walletLink } from './wallet-link.ts';

export interface TableOptions {
  readonly sources: PageSources;
  readonly charts: ReadonlyMap<string, readonly SparkPoint[]>;
  /** @default 'Wallets, the worst first' */
  readonly caption?: string;
}

export function walletsTable(
  { rows }: Pick<PageVerdict, 'rows'>,
  { sources, charts, caption = 'Wallets, the worst first' }: TableOptions,
): Html {
  const now = sources.clock.now();
  const zones = timezonesOf(sources);
  const options = { now, charts, sources, zones };
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">Wallet</th>
<th scope="col" role="columnheader" class="num">Available</th>
<th scope="col" role="columnheader" class="num">Threshold</th>
${sources.runway && html`<th scope="col" role="columnheader" class="num">Lasts</th>`}
<th scope="col" role="columnheader">24 hours</th>
<th scope="col" role="columnheader">State</th>
<th scope="col" role="columnheader">Seen</th>
</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => tableRow(row, options))}
</tbody></table>`;
}

/** How long a wallet lasts as likely as not, in seconds; `undefined` when that isn't known. */
export function medianSeconds({ wallet }: StatusRow, { runway }: PageSources): number | undefined {
  if (!runway || wallet.state !== 'fresh') return undefined;
  return runway(wallet).find(({ confidence }) => confidence === '0.5')?.seconds;
}

function tableRow(
  row: StatusRow,
  {
    now,
    charts,
    sources,
    zones,
  }: TableOptions & { readonly now: number; readonly zones: (account: string) => string },
): Html {
  const { wallet, level, words, threshold, alerts } = row;
  const fresh = wallet.state === 'fresh';
  const last = wallet.balance?.available ?? null;
  const chart = sparkline(charts.get(keyOf(wallet)) ?? [], {
    threshold,
    label: `Available over 24 hours: ${words}`,
  });
  const lasts = medianSeconds(row, sources);
  return html`<tr role="row" class="${level}">
<th scope="row" role="rowheader">${walletLink(wallet)}<span class="quiet">${accountLink(wallet.account)}</span></th>
<td role="cell" class="num amount">${
    fresh
      ? money(last)
      : html`<span class="gone">unknown</span>${last !== null && html`<span class="quiet">was ${money(last)}</span>`}`
  }</td>
<td role="cell" class="num" data-name="Threshold">${threshold === null ? html`<span class="quiet">none</span>` : money(threshold)}</td>
${sources.runway && html`<td role="cell" class="num" data-name="Lasts">${lasts === undefined ? html`<span class="quiet">not known</span>` : lastingWords(lasts)}</td>`}
<td role="cell" class="chart">${chart ?? html`<span class="quiet">no history</span>`}</td>
<td role="cell" class="state"><span class="word">${icon(level)}${words}</span>${alerts.map(
    (alert) => html`<span class="quiet">${alert.rule}${alert.held && ', held'}</span>`,
  )}</td>
<td role="cell" class="seen">${when(wallet.observedAt, now, zones(wallet.account))}</td>
</tr>`;
}
