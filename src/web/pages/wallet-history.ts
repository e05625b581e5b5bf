// The card of a wallet's page about its past: ranges, chart, the chart in words, and figures.
import type { Instant } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, walletPath } from '../../domain/wallet.ts';
import type { Fan } from '../../monitor/forecast/fan.ts';
import { walletChart } from '../html/chart.ts';
import { address } from '../html/controls.ts';
import { clockTime, longMoney, readableTime } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Episode, Gaps, HistoryPoint, PastPolls, Range, SnapshotRise } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { StatusRow } from '../verdict.ts';
import { RANGES, type RangeName, rangesBeside, type WalletRange } from '../views/wallet-range.ts';
import { extremesLine, forecastLine, gapsLine, legend, risesLine } from './chart-notes.ts';
import { DATABASE_AWAY } from './notices.ts';
import { type PageZone, zoneLink } from './zone.ts';

const MAX_ROWS = 24;

/** The past that a wallet's page shows; a part is `null` while it can't be read. */
export interface WalletPast {
  readonly range: WalletRange;
  readonly points: readonly HistoryPoint[] | null;
  readonly polls: PastPolls | null;
  readonly gaps: Gaps | null;
  readonly rises: readonly SnapshotRise[] | null;
  readonly episodes: readonly Episode[] | null;
  /** The names of parts that can't be read now, and that readers would take for empty. */
  readonly unread: readonly string[];
  readonly fan: Fan | undefined;
}

export function historyCard(
  row: StatusRow,
  past: WalletPast,
  { zone, now }: { readonly zone: PageZone; readonly now: Instant },
): Html {
  const { points } = past;
  const { timezone } = zone;
  return html`<section class="card" aria-labelledby="history"><div class="head"><h2 id="history">${texts.wallet.history.title}</h2>${picks(row, past.range, { zone, now })}</div>
<p class="quiet">${texts.wallet.range.fromTo<Content>(clockTime(past.range.from, timezone), clockTime(past.range.to, timezone))} <span class="screen">${zoneLink(zone, walletPath(row.wallet), parametersOf(past.range))}</span></p>
${points === null ? DATABASE_AWAY : [chart(row, past, { points, timezone, now }), unread(past.unread)]}
${points && points.length > 0 && historyTable(points, timezone)}</section>`;
}

function unread(parts: readonly string[]): Content {
  return parts.length > 0 && html`<p class="quiet">${texts.wallet.history.unread(parts.join(', '))}</p>`;
}

/** Links to other ranges: a named range moves with the clock, all others are absolute. */
function picks(
  { wallet }: StatusRow,
  range: WalletRange,
  { zone: { asked: zone }, now }: { readonly zone: PageZone; readonly now: Instant },
): Html {
  const path = walletPath(wallet);
  const names = Object.keys(RANGES) as RangeName[];
  const { earlier, later, closer, wider } = rangesBeside(range, now);
  const words = texts.wallet.range;
  const link = (name: string, to: Range | null) =>
    to && html`<a href="${address(path, { from: iso(to.from), to: iso(to.to), zone })}">${name}</a>`;
  return html`<nav aria-label="${words.label}">${names.map(
    (name) =>
      html`<a href="${address(path, { range: name, zone })}"${name === range.name && html` aria-current="true"`}>${name}</a>`,
  )}${link(words.earlier, earlier)}${link(words.later, later)}${link(words.closer, closer)}${link(words.wider, wider)}${range.name !== null && link(texts.common.linkToThis, range)}</nav>`;
}

/** The parameters that name the range in an address; they mean the same in every zone. */
function parametersOf({ name, from, to }: WalletRange): Readonly<Record<string, string>> {
  return name === null ? { from: iso(from), to: iso(to) } : { range: name };
}

function iso(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function chart(
  { threshold }: StatusRow,
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
    label: texts.wallet.history.chart,
  });
  if (!drawn)
    return html`<p class="quiet">${texts.wallet.history.nothing}</p>${gapsLine(holes, timezone, now)}`;
  return html`${drawn}${legend(points, { threshold, range, timezone })}
${extremesLine(points)}${risesLine(rises ?? [], timezone)}${forecastLine(fan, timezone)}${gapsLine(holes, timezone, now)}`;
}

function historyTable(all: readonly HistoryPoint[], timezone: string): Html {
  const points = all.filter(({ samples }) => samples > 0); // points without samples break the line
  const words = texts.wallet.history;
  const step = Math.ceil(points.length / MAX_ROWS);
  const shown = points.filter((_, i) => (points.length - 1 - i) % step === 0).reverse();
  return html`<div class="wide" tabindex="0" role="region" aria-label="${words.figures}"><table class="figures">
<caption class="quiet">${words.caption<Content>(step === 1 ? words.every : words.oneOf(step), html`<a href="/at">${words.at}</a>`)}</caption>
<thead><tr><th scope="col">${words.time(timezone)}</th>${AMOUNT_FIELDS.map((field) => html`<th scope="col" class="num">${field}</th>`)}</tr></thead>
<tbody>${shown.map(
    (point) =>
      html`<tr><th scope="row"><time datetime="${new Date(point.at).toISOString()}">${readableTime(point.at, timezone)}</time></th>${AMOUNT_FIELDS.map(
        (field) => html`<td class="num">${longMoney(point[field])}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}
