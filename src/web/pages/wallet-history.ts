// The card of a wallet's page about its past: ranges, chart, what the chart shows in words, and figures.
import type { Instant } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, walletPath } from '../../domain/wallet.ts';
import type { Fan } from '../../monitor/forecast/fan.ts';
import { walletChart } from '../html/chart.ts';
import { address } from '../html/controls.ts';
import { clockTime, local, money } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Episode, Gaps, HistoryPoint, PastPolls, Range, Rise } from '../sources.ts';
import type { StatusRow } from '../verdict.ts';
import { RANGES, type RangeName, rangesBeside, type WalletRange } from '../views/wallet-range.ts';
import { extremesLine, forecastLine, gapsLine, legend, risesLine } from './chart-notes.ts';
import { DATABASE_AWAY } from './notices.ts';

const MAX_ROWS = 24;

/** What a wallet's page shows of the past; `null` is what can't be read now. */
export interface WalletPast {
  readonly range: WalletRange;
  readonly points: readonly HistoryPoint[] | null;
  readonly polls: PastPolls | null;
  readonly gaps: Gaps | null;
  readonly rises: readonly Rise[] | null;
  readonly episodes: readonly Episode[] | null;
  readonly fan: Fan | undefined;
}

export function historyCard(
  row: StatusRow,
  past: WalletPast,
  { timezone, now }: { readonly timezone: string; readonly now: Instant },
): Html {
  const { points } = past;
  return html`<section class="card" aria-labelledby="history"><div class="head"><h2 id="history">Available</h2>${picks(row, past.range, now)}</div>
<p class="quiet">${clockTime(past.range.from, timezone)} to ${clockTime(past.range.to, timezone)}</p>
${points === null ? DATABASE_AWAY : chart(row, past, { points, timezone, now })}
${points && points.length > 0 && historyTable(points, timezone)}</section>`;
}

/** Links that lead on: by name they move with the clock, all others are absolute. */
function picks({ wallet }: StatusRow, range: WalletRange, now: Instant): Html {
  const path = walletPath(wallet);
  const names = Object.keys(RANGES) as RangeName[];
  const { earlier, later, closer, wider } = rangesBeside(range, now);
  const link = (words: string, to: Range | null) =>
    to && html`<a href="${address(path, { from: iso(to.from), to: iso(to.to) })}">${words}</a>`;
  return html`<nav aria-label="Range">${names.map(
    (name) =>
      html`<a href="${path}?range=${name}"${name === range.name && html` aria-current="true"`}>${name}</a>`,
  )}${link('Earlier', earlier)}${link('Later', later)}${link('Closer', closer)}${link('Wider', wider)}${range.name !== null && link('Link to this', range)}</nav>`;
}

function iso(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function chart(
  { wallet, threshold }: StatusRow,
  { range, gaps, rises, episodes, fan }: WalletPast,
  {
    points,
    timezone,
    now,
  }: { readonly points: readonly HistoryPoint[]; readonly timezone: string; readonly now: Instant },
): Content {
  const holes = gaps?.gaps ?? [];
  const drawn = walletChart(points, {
    ...{
      range,
      timezone,
      threshold,
      currency: wallet.currency,
      fan,
      gaps: holes,
      rises: rises ?? [],
      zoom: true,
    },
    alerts: (episodes ?? []).map(({ rule, firingAt, resolvedAt }) => ({
      rule,
      since: firingAt,
      until: resolvedAt,
    })),
    label: 'Available over time; the table below has the figures',
  });
  if (!drawn)
    return html`<p class="quiet">Nothing was seen in this time.</p>${gapsLine(holes, timezone, now)}`;
  return html`${drawn}${legend(points, { threshold, timezone })}
${extremesLine(points)}${risesLine(rises ?? [], timezone)}${forecastLine(fan, timezone)}${gapsLine(holes, timezone, now)}`;
}

function historyTable(all: readonly HistoryPoint[], timezone: string): Html {
  const points = all.filter(({ samples }) => samples > 0); // the others break the line
  const step = Math.ceil(points.length / MAX_ROWS);
  const shown = points.filter((_, i) => (points.length - 1 - i) % step === 0).reverse();
  return html`<div class="wide" tabindex="0" role="region" aria-label="Figures"><table class="figures">
<caption class="quiet">${step === 1 ? 'Every figure' : `One of every ${step} figures`}, the latest first; for one instant ask <a href="/at">At</a></caption>
<thead><tr><th scope="col">Time (${timezone})</th>${AMOUNT_FIELDS.map((field) => html`<th scope="col" class="num">${field}</th>`)}</tr></thead>
<tbody>${shown.map(
    (point) =>
      html`<tr><th scope="row"><time datetime="${new Date(point.at).toISOString()}">${local(point.at, timezone).slice(0, 16)}</time></th>${AMOUNT_FIELDS.map(
        (field) => html`<td class="num">${money(point[field])}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}
