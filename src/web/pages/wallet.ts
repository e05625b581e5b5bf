// `/wallets/ACCOUNT/CURRENCY/TYPE`: one wallet over a day, a week or a month.
import { type Amount, amountOf, compareAmounts } from '../../domain/money.ts';
import { AMOUNT_FIELDS, walletPath } from '../../domain/wallet.ts';
import { createSchedule } from '../../monitor/polling/schedule.ts';
import type { PresentSchedule } from '../coverage.ts';
import { lastingWords, money, utc, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { sparkline } from '../html/sparkline.ts';
import type { HistoryPoint, PageSources, PastPolls, Range } from '../sources.ts';
import type { StatusRow } from '../verdict.ts';
import { walletInGrafana } from './grafana-link.ts';
import { pollsCard } from './polls.ts';

const HOUR_MS = 3_600_000;
export const RANGES = { '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS } as const;
export type RangeName = keyof typeof RANGES;
const MAX_ROWS = 24;

export interface WalletPast {
  readonly range: RangeName;
  /** `null` when the past can't be read now. */
  readonly points: readonly HistoryPoint[] | null;
  readonly polls: PastPolls | null;
  readonly span: Range;
}

export function walletPage(row: StatusRow, past: WalletPast, sources: PageSources): Html {
  const { wallet, level, words, threshold, alerts } = row;
  const now = sources.clock.now();
  const { balance } = wallet;
  const fresh = wallet.state === 'fresh';
  return html`<section class="verdict ${level}" aria-labelledby="wallet">
${icon(level)}
<div><h1 id="wallet">${wallet.currency} ${wallet.walletType}</h1>
<p>${words}. ${fresh ? ['Available ', html`<b>${money(balance?.available ?? null)}</b>`] : 'What it holds now is not known'}${
    threshold !== null && [', threshold ', money(threshold)]
  }.</p>
${fresh && lastsLine(sources.runway?.(wallet) ?? [])}
<p class="quiet">${wallet.account}, seen ${when(wallet.observedAt, now)}</p>
${walletInGrafana(sources, wallet)}</div>
</section>
<section class="card" aria-labelledby="amounts"><h2 id="amounts">${fresh ? 'Now' : 'When last seen'}</h2>
<dl class="amounts">${AMOUNT_FIELDS.map(
    (field) => html`<div><dt>${field}</dt><dd class="num">${money(balance?.[field] ?? null)}</dd></div>`,
  )}</dl></section>
${alerts.length > 0 && alertsCard(row, now)}
${sources.chart && chartCard(row, past)}
${past.polls && pollsCard(past.polls, { ...past.span, present: presentSchedule(wallet.account, sources), now })}`;
}

function presentSchedule(name: string, { accounts }: PageSources): PresentSchedule | undefined {
  const info = accounts().find(({ account }) => account === name);
  return info && { schedule: createSchedule(info.schedule, info.timezone), staleAfter: info.staleAfter };
}

function lastsLine(runway: ReturnType<NonNullable<PageSources['runway']>>): Content {
  const median = runway.find(({ confidence }) => confidence === '0.5');
  const sure = runway.find(({ confidence }) => confidence !== '0.5');
  if (!median) return null;
  const percent = sure && `${Math.round(1_000 * Number(sure.confidence)) / 10} %`;
  const atLeast =
    sure &&
    median.seconds > sure.seconds &&
    `; in ${percent} of cases at least ${lastingWords(sure.seconds)}`;
  return html`<p>At the outflow to be expected that lasts ${lastingWords(median.seconds)}${atLeast}.</p>`;
}

function alertsCard({ alerts }: StatusRow, now: number): Html {
  return html`<section class="card problems" aria-labelledby="alerts"><h2 id="alerts">Alerts</h2><ul>${alerts.map(
    (
      alert,
    ) => html`<li>${icon(alert.phase === 'firing' ? 'firing' : 'pending')}<span><b>${alert.rule}</b> ${alert.phase}, began ${when(alert.firingAt ?? alert.pendingAt, now)}${alert.held && ', held while the wallet is unknown'}
<span class="quiet">${alert.annotations['summary'] ?? ''}</span></span></li>`,
  )}</ul></section>`;
}

function chartCard({ wallet, threshold }: StatusRow, { range, points }: WalletPast): Html {
  const path = walletPath(wallet);
  const names = Object.keys(RANGES) as RangeName[];
  const picks = names.map(
    (name) =>
      html`<a href="${path}?range=${name}"${name === range && html` aria-current="true"`}>${name}</a>`,
  );
  return html`<section class="card" aria-labelledby="history"><div class="head"><h2 id="history">Available</h2><nav aria-label="Range">${picks}</nav></div>
${chart(points, { threshold, range })}
${points && points.length > 0 && historyTable(points)}</section>`;
}

function chart(
  points: readonly HistoryPoint[] | null,
  { threshold, range }: { threshold: StatusRow['threshold']; range: RangeName },
): Content {
  if (points === null) return html`<p class="quiet">The history can’t be read now: the database is away.</p>`;
  const drawn = sparkline(points, {
    ...{ width: 960, height: 200, threshold, stretch: true },
    label: `Available over ${range}; the table below has the figures`,
  });
  return drawn
    ? html`<div class="chart-wide">${drawn}</div>${legend(points, threshold)}`
    : html`<p class="quiet">Nothing was seen in this time.</p>`;
}

/** What the chart's edges and its dashed line are. */
function legend(points: readonly HistoryPoint[], threshold: StatusRow['threshold']): Html {
  const known: Amount[] = points.flatMap(({ available }) => available ?? []);
  const marks = [...known, ...(threshold === null ? [] : [threshold]), amountOf('0')].sort(compareAmounts);
  return html`<div class="legend quiet"><span>${utc(points[0]!.at).slice(0, 16)}</span>
<span>${money(marks[0]!)} to ${money(marks.at(-1)!)}${threshold !== null && `, dashed: the threshold, ${money(threshold)}`}</span>
<span>${utc(points.at(-1)!.at).slice(0, 16)}</span></div>`;
}

function historyTable(all: readonly HistoryPoint[]): Html {
  const points = all.filter(({ samples }) => samples > 0); // the others break the line
  const step = Math.ceil(points.length / MAX_ROWS);
  const shown = points.filter((_, i) => (points.length - 1 - i) % step === 0).reverse();
  return html`<div class="wide" tabindex="0" role="region" aria-label="Figures"><table class="figures">
<caption class="quiet">${step === 1 ? 'Every figure' : `One of every ${step} figures`}, the latest first</caption>
<thead><tr><th scope="col">Time (UTC)</th>${AMOUNT_FIELDS.map((field) => html`<th scope="col" class="num">${field}</th>`)}</tr></thead>
<tbody>${shown.map(
    (point) =>
      html`<tr><th scope="row">${utc(point.at).slice(0, 16)}</th>${AMOUNT_FIELDS.map(
        (field) => html`<td class="num">${money(point[field])}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}
