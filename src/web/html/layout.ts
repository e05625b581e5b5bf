// The frame around every page.
import type { Instant } from '../../domain/observation.ts';
import { texts } from '../texts/texts.ts';
import type { StatusLevel } from '../verdict.ts';
import { CHART_SCRIPT, LIVE_SCRIPT } from './assets.ts';
import { utc } from './format.ts';
import { type Content, type Html, html, toText } from './html.ts';
import { STYLE_PATH } from './style.ts';

export interface Frame {
  readonly title: string;
  /** The path of the page among {@link Frame.places}, to mark it. */
  readonly here: string;
  readonly places: readonly (readonly [path: string, name: string])[];
  readonly version: string;
  readonly body: Content;
  /** A line above the body. */
  readonly notice: string | null;
  /** The worst level that is known: the icon shows it. */
  readonly level: StatusLevel;
  readonly now: Instant;
  /** Seconds between two refreshes of a page about now; `null` for a page that doesn't change. */
  readonly refreshSeconds: number | null;
  /** Whether the page has a chart. */
  readonly chart: boolean;
}

/** A whole page as text. */
export function page(frame: Frame): string {
  const { title, here, places, version, body, notice, level, now, refreshSeconds, chart } = frame;
  const words = texts.common.frame;
  const links = places.map(
    ([path, name]) => html`<a href="${path}"${path === here ? html` aria-current="page"` : null}>${name}</a>`,
  );
  return `<!doctype html>\n${toText(html`<html lang="${texts.common.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${faviconPath(level)}" type="image/svg+xml">
<link rel="alternate" type="application/atom+xml" title="${words.feed}" href="/alerts.atom">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${LIVE_SCRIPT.path}" defer></script>${chart && html`<script src="${CHART_SCRIPT.path}" defer></script>`}
${refreshSeconds !== null && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
</head>
<body data-now="${now}" data-words="${SCRIPT_WORDS}"${refreshSeconds !== null && html` data-refresh="${refreshSeconds}"`}>
<a class="skip" href="#main">${words.skip}</a>
<header><a class="name" href="/">${LOGO}floatwatch</a><nav aria-label="${words.pages}">${links}</nav></header>
<p id="answer" role="status" hidden></p>
<main id="main">
${notice !== null && html`<p class="quiet">${notice}</p>`}${body}
</main>
<footer><p>${words.footer(version)}<span class="paper"> · ${texts.common.made(version, utc(now))}</span></p>
<p><a href="/metrics">${words.metrics}</a> <a href="/api/openapi.json">${words.api}</a></p></footer>
</body>
</html>
`)}`;
}

const LOGO: Html = html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M3 13c3-4 6-4 9 0s6 4 9 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><circle cx="12" cy="7" r="3" fill="currentColor"/></svg>`;

const { span, script } = texts.common;
/** The scripts' texts; the scripts fill in the parts in braces. */
const SCRIPT_WORDS = JSON.stringify({
  ...script,
  locale: texts.common.locale,
  seconds: span.seconds('{s}'),
  minutes: span.minutes('{min}'),
  hours: span.hours('{h}'),
  hoursAndMinutes: span.hoursAndMinutes('{h}', '{min}'),
  days: span.days('{d}'),
  daysAndHours: span.daysAndHours('{d}', '{h}'),
  ahead: span.ahead('{span}'),
  ago: span.ago('{span}'),
  justNow: span.justNow,
});

/** The logo's mark alone, in the colour of each level; where something is wrong, also with its own shape. */
export const FAVICONS: Readonly<Record<StatusLevel, string>> = {
  fine: mark('#0f766e', '<circle cx="12" cy="7.5" r="3.5" fill="#0f766e"/>'),
  pending: mark('#b45309', '<circle cx="12" cy="7" r="3" fill="none" stroke="#b45309" stroke-width="2.5"/>'),
  unknown: mark('#5b4b9a', '<path d="M12 2l5 5.5-5 5.5-5-5.5z" fill="#5b4b9a"/>'),
  firing: mark('#b3261e', '<path d="M12 1l6 11H6z" fill="#b3261e"/>'),
};

export function faviconPath(level: StatusLevel): string {
  return `/favicon-${level}.svg`;
}

function mark(colour: string, sign: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 17c3-4 6-4 9 0s6 4 9 0" fill="none" stroke="${colour}" stroke-width="2.5" stroke-linecap="round"/>${sign}</svg>`;
}
