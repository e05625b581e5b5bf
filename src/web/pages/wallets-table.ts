// The table of wallets: each with its amount, threshold, runway, last day and state.
import { DAY_MS } from '../../domain/duration.ts';
import { walletName } from '../../domain/wallet.ts';
import { lastingWords, longMoney, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { sparkline } from '../html/sparkline.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { PageVerdict, StatusRow } from '../verdict.ts';
import { timezonesOf } from './context.ts';
import { accountLink, walletLink } from './wallet-link.ts';

export interface TableOptions {
  readonly sources: PageSources;
  /** `null` while they can't be read. */
  readonly charts: ReadonlyMap<string, readonly SparkPoint[]> | null;
  /** @default all, the worst first */
  readonly caption?: string;
}

export function walletsTable(
  { rows }: Pick<PageVerdict, 'rows'>,
  {
    sources,
    charts,
    caption = texts.wallets.caption.ordered(texts.wallets.caption.all, texts.wallets.caption.worstFirst),
  }: TableOptions,
): Html {
  const now = sources.clock.now();
  const zones = timezonesOf(sources);
  const options = { now, charts, sources, zones };
  const { titles } = texts.wallets;
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">${titles.wallet}</th>
<th scope="col" role="columnheader" class="num">${titles.available}</th>
<th scope="col" role="columnheader" class="num">${titles.threshold}</th>
${sources.runway && html`<th scope="col" role="columnheader" class="num">${titles.lasts}</th>`}
<th scope="col" role="columnheader">${titles.day}</th>
<th scope="col" role="columnheader">${titles.state}</th>
<th scope="col" role="columnheader">${titles.seen}</th>
</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => tableRow(row, options))}
</tbody></table>`;
}

/** A wallet's median runway in seconds; `undefined` when it isn't known. */
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
  const chart = sparkline(charts?.get(walletName(wallet)) ?? [], {
    threshold,
    range: { from: now - DAY_MS, to: now },
    label: texts.wallets.chart(words),
  });
  const lasts = medianSeconds(row, sources);
  const { titles } = texts.wallets;
  return html`<tr role="row" class="${level}">
<th scope="row" role="rowheader">${walletLink(wallet)}<span class="quiet">${accountLink(wallet.account)}</span></th>
<td role="cell" class="num amount">${
    fresh
      ? longMoney(last)
      : html`<span class="gone">${texts.common.unknown}</span>${last !== null && html`<span class="quiet">${texts.common.was<Content>(longMoney(last))}</span>`}`
  }</td>
<td role="cell" class="num" data-name="${titles.threshold}">${threshold === null ? html`<span class="quiet">${texts.common.none}</span>` : longMoney(threshold)}</td>
${sources.runway && html`<td role="cell" class="num" data-name="${titles.lasts}">${lasts === undefined ? html`<span class="quiet">${texts.common.notKnown}</span>` : lastingWords(lasts)}</td>`}
<td role="cell" class="chart">${chart ?? html`<span class="quiet">${charts === null && sources.sparklines ? texts.wallets.unread : texts.wallets.noHistory}</span>`}</td>
<td role="cell" class="state"><span class="word">${icon(level)}${words}</span>${alerts.map(
    (alert) => html`<span class="quiet">${alert.held ? texts.wallets.held(alert.rule) : alert.rule}</span>`,
  )}</td>
<td role="cell" class="seen">${when(wallet.observedAt, now, zones(wallet.account))}</td>
</tr>`;
}
