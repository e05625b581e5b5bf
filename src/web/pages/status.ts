// `/`: the verdict, then every wallet.
import { walletPath } from '../../domain/wallet.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { lastingWords, money, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { more } from '../html/more.ts';
import { sparkline } from '../html/sparkline.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import type { Status } from '../status.ts';
import { keyOf, type StatusRow } from '../verdict.ts';
import { overviewInGrafana } from './grafana-link.ts';
import { outcomeWords } from './outcomes.ts';

/** Wallets on the page. */
export const MAX_ROWS = 500;
const MAX_FAILING = 20;

/** The page's body, and its title: the verdict is what a browser's tab shows. */
export function statusPage(
  sources: PageSources,
  { accounts, verdict }: Status,
  charts: ReadonlyMap<string, readonly SparkPoint[]>,
): { readonly title: string; readonly body: Html } {
  const now = sources.clock.now();
  const rows = verdict.rows.slice(0, MAX_ROWS);
  const hasRunway = sources.runway !== undefined;

  const body = html`<section class="verdict ${verdict.level}" aria-labelledby="verdict">
${icon(verdict.level)}
<div><h1 id="verdict">${verdict.headline}</h1>
${verdict.also.map((sentence) => html`<p>${sentence}</p>`)}
<p class="quiet">${pollLine(accounts, now)}</p>
${overviewInGrafana(sources)}</div>
</section>
${problems(accounts, now)}
<section class="card"><table role="table">
<caption>Wallets, the worst first</caption>
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">Wallet</th>
<th scope="col" role="columnheader" class="num">Available</th>
<th scope="col" role="columnheader" class="num">Threshold</th>
${hasRunway && html`<th scope="col" role="columnheader" class="num">Lasts</th>`}
<th scope="col" role="columnheader">24 hours</th>
<th scope="col" role="columnheader">State</th>
<th scope="col" role="columnheader">Seen</th>
</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => tableRow(row, { now, charts, sources }))}
</tbody></table>
${more(verdict.rows.length - rows.length, 'wallets')}
</section>`;
  return { title: `${verdict.headline} · floatwatch`, body };
}

function tableRow(
  { wallet, level, words, threshold, alerts }: StatusRow,
  {
    now,
    charts,
    sources,
  }: { now: number; charts: ReadonlyMap<string, readonly SparkPoint[]>; sources: PageSources },
): Html {
  const name = keyOf(wallet);
  const fresh = wallet.state === 'fresh';
  const last = wallet.balance?.available ?? null;
  const chart = sparkline(charts.get(name) ?? [], { threshold, label: `Available over 24 hours: ${words}` });
  const lasts =
    sources.runway && fresh
      ? sources.runway(wallet).find(({ confidence }) => confidence === '0.5')
      : undefined;
  return html`<tr role="row" class="${level}">
<th scope="row" role="rowheader">${walletLink(wallet)}<span class="quiet">${wallet.account}</span></th>
<td role="cell" class="num amount">${
    fresh
      ? money(last)
      : html`<span class="gone">unknown</span>${last !== null && html`<span class="quiet">was ${money(last)}</span>`}`
  }</td>
<td role="cell" class="num" data-name="Threshold">${threshold === null ? html`<span class="quiet">none</span>` : money(threshold)}</td>
${sources.runway && html`<td role="cell" class="num" data-name="Lasts">${lasts ? lastingWords(lasts.seconds) : html`<span class="quiet">not known</span>`}</td>`}
<td role="cell" class="chart">${chart ?? html`<span class="quiet">no history</span>`}</td>
<td role="cell" class="state"><span class="word">${icon(level)}${words}</span>${alerts.map(
    (alert) => html`<span class="quiet">${alert.rule}${alert.held && ', held'}</span>`,
  )}</td>
<td role="cell" class="seen">${when(wallet.observedAt, now)}</td>
</tr>`;
}

/** A wallet's name, leading to its page. */
export function walletLink(wallet: { account: string; currency: string; walletType: string }): Html {
  return html`<a href="${walletPath(wallet)}"><b>${wallet.currency}</b> ${breakable(wallet.walletType)}</a>`;
}

/** A long name may be broken where its words end. */
function breakable(name: string): Content {
  return name.split('_').map((word, i) => (i === 0 ? word : [html`_<wbr>`, word]));
}

function pollLine(accounts: readonly AccountView[], now: number): Content {
  const last = Math.max(...accounts.map((account) => account.last?.observedAt ?? 0));
  const next = Math.min(...accounts.map((account) => account.nextSlot ?? Number.POSITIVE_INFINITY));
  const lastText: Content = last > 0 ? ['Last poll ', when(last, now)] : 'No poll has finished yet';
  return [lastText, Number.isFinite(next) && [', next ', when(next, now)], '.'];
}

function problems(accounts: readonly AccountView[], now: number): Content {
  const failing = accounts.filter((account) => account.consecutiveFailures > 0 && account.last);
  if (failing.length === 0) return null;
  return html`<section class="card problems" aria-labelledby="problems"><h2 id="problems">Accounts that can’t be read</h2><ul>
${failing.slice(0, MAX_FAILING).map(
  ({
    account,
    last,
    consecutiveFailures,
    lastSuccessAt,
  }) => html`<li>${icon('unknown')}<span><b>${account}</b>: ${last && outcomeWords(last)}
<span class="quiet line">${consecutiveFailures} ${consecutiveFailures === 1 ? 'poll' : 'polls'} in a row, last good one ${when(lastSuccessAt, now)}</span></span></li>`,
)}
</ul>${more(failing.length - MAX_FAILING, 'accounts')}</section>`;
}
