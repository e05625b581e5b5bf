// Times and amounts as people read them.
import { HORIZON_MS } from '../../domain/forecast/history.ts';
import { wallTime, zoneName } from '../../domain/local-time.ts';
import { type Amount, decimalsOf, formatAmount, parseAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { remembering } from '../../domain/remembering.ts';
import { texts } from '../texts/texts.ts';
import { type Content, type Html, html } from './html.ts';

/** `12 s`, `4 min`, `3 h 20 min`, `5 d`: at most two units, rounded down. */
export function formatSpan(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const words = texts.common.span;
  if (s < 60) return words.seconds(s);
  const min = Math.floor(s / 60);
  if (min < 60) return words.minutes(min);
  const h = Math.floor(min / 60);
  if (h < 24) return min % 60 === 0 || h >= 10 ? words.hours(h) : words.hoursAndMinutes(h, min % 60);
  const d = Math.floor(h / 24);
  return h % 24 === 0 || d >= 10 ? words.days(d) : words.daysAndHours(d, h % 24);
}

/** How long money lasts; the longest time that can be forecast means that or longer. */
export function lastingWords(seconds: number): string {
  return seconds * 1000 >= HORIZON_MS
    ? texts.common.span.over(formatSpan(HORIZON_MS))
    : formatSpan(seconds * 1000);
}

/**
 * An instant as its distance from now. The tooltip and the page on paper show the time of the time zone and UTC.
 *
 * @default timezone 'UTC'
 */
export function when(at: Instant | null, now: Instant, timezone = 'UTC'): Html | string {
  if (at === null) return texts.common.never;
  const iso = new Date(at).toISOString();
  const words = texts.common.span;
  const text =
    at > now
      ? words.ahead(formatSpan(at - now))
      : now - at < 1000
        ? words.justNow
        : words.ago(formatSpan(now - at));
  return html`<time class="age" datetime="${iso}" title="${bothTimes(at, timezone)}">${text}</time>`;
}

/** `Sat, 21 Nov 2026, 14:05 UTC+03:00`; the tooltip has the instant in UTC. */
export function clockTime(at: Instant, timezone: string): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${utc(at)}">${readableTime(at, timezone)} ${zoneName(at, timezone)}</time>`;
}

/** `Sat, 21 Nov 2026, 14:05`, by the clocks of a time zone that is named elsewhere. */
export function readableTime(at: Instant, timezone: string): string {
  return toTheMinute(timezone).format(at);
}

/** `21 Nov 2026` for `2026-11-21`, where there is little room. */
export function dayDate(day: string): string {
  return theDate('UTC').format(Date.parse(`${day}T00:00:00Z`));
}

/** `Sat, 21 Nov 2026` for `2026-11-21`. */
export function dayName(day: string): string {
  return toTheDay('UTC').format(Date.parse(`${day}T00:00:00Z`));
}

/** `2026-11-21 14:05:00`, by the clocks of a time zone. */
export function local(at: Instant, timezone: string): string {
  return wallTime(at, timezone);
}

function bothTimes(at: Instant, timezone: string): string {
  const there = `${local(at, timezone)} ${zoneName(at, timezone)}`;
  return zoneName(at, timezone) === 'UTC' ? utc(at) : `${there}, ${utc(at)}`;
}

/** `2026-11-21 14:05:00 UTC` */
export function utc(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** An exact amount with its digits grouped; never rounded, and with as many decimals as it has. */
export function money(amount: Amount | null): string {
  if (amount === null) return texts.common.unknown;
  const decimals = decimalsOf(amount);
  if (decimals > MAX_DECIMALS) return formatAmount(amount);
  return numberFormat(decimals).format(amount).replace(/^-/, '\u2212');
}

/** As {@link money}; where there is no room for all of a long amount, it breaks after a comma and nowhere else. */
export function longMoney(amount: Amount | null): Content {
  const text = money(amount);
  if (text.length <= UNBROKEN) return text;
  return text.split(',').map((digits, i) => (i === 0 ? digits : [',', html`<wbr>`, digits]));
}

/** A value of an alert: an amount as people read it, anything else as it is. */
export function figure(text: string | null): Content {
  const amount = parseAmount(text);
  return amount === undefined
    ? (text ?? html`<span class="quiet">${texts.common.none}</span>`)
    : longMoney(amount);
}

const THE_DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const TO_THE_DAY = { weekday: 'short', ...THE_DATE } as const;
const TO_THE_MINUTE = { ...TO_THE_DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const UNBROKEN = 20; // characters of an amount that fit beside its name on any screen
const MAX_DECIMALS = 100; // the most that Intl writes
const MAX_ZONES = 100; // each format takes about 30 kB, and readers may name any time zone

const theDate = dateFormats(THE_DATE);
const toTheDay = dateFormats(TO_THE_DAY);
const toTheMinute = dateFormats(TO_THE_MINUTE);

function dateFormats(parts: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  return remembering(
    MAX_ZONES,
    (timeZone) => new Intl.DateTimeFormat(texts.common.locale, { ...parts, timeZone }),
  );
}

/** Intl's own format, which takes decimal text as it is: no `number` comes between. */
interface ExactFormat {
  format(amount: Amount): string;
}

const numberFormat = remembering(MAX_DECIMALS, (decimals: number) => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(texts.common.locale, digits) as unknown as ExactFormat;
});
