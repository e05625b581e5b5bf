// Times and amounts as people read them.

import { HORIZON_MS } from '../../domain/forecast/history.ts';
import { wallTime, zoneName } from '../../domain/local-time.ts';
import { type Amount, formatAmount, parseAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type Content, type Html, html } from './html.ts';

/** `12 s`, `4 min`, `3 h 20 min`, `5 d`: at most two units, rounded down. */
export function formatSpan(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  const min = Math.floor(s / 60);
  if (min < 60) return `${min} min`;
  const h = Math.floor(min / 60);
  if (h < 24) return min % 60 === 0 || h >= 10 ? `${h} h` : `${h} h ${min % 60} min`;
  const d = Math.floor(h / 24);
  return h % 24 === 0 || d >= 10 ? `${d} d` : `${d} d ${h % 24} h`;
}

/** How long money lasts; the longest that can be told means that or more. */
export function lastingWords(seconds: number): string {
  return seconds * 1000 >= HORIZON_MS ? `over ${formatSpan(HORIZON_MS)}` : formatSpan(seconds * 1000);
}

/**
 * An instant as the distance from now; in the tooltip, and on paper, by the clocks of a time zone and in UTC.
 *
 * @default timezone 'UTC'
 */
export function when(at: Instant | null, now: Instant, timezone = 'UTC'): Html | string {
  if (at === null) return 'never';
  const iso = new Date(at).toISOString();
  const text =
    at > now ? `in ${formatSpan(at - now)}` : now - at < 1000 ? 'just now' : `${formatSpan(now - at)} ago`;
  return html`<time class="age" datetime="${iso}" title="${bothTimes(at, timezone)}">${text}</time>`;
}

/** `2026-11-21 14:05 UTC+03:00`, the instant in UTC in the tooltip. */
export function clockTime(at: Instant, timezone: string): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${utc(at)}">${local(at, timezone).slice(0, 16)} ${zoneName(at, timezone)}</time>`;
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

/** An exact amount with its digits grouped; never rounded. */
export function money(amount: Amount | null): string {
  return amount === null ? 'unknown' : formatAmount(amount).replace(/^-/, '\u2212');
}

/** A value of an alert: an amount as people read it, anything else as it is. */
export function figure(text: string | null): Content {
  const amount = parseAmount(text ?? '');
  return amount === undefined ? (text ?? html`<span class="quiet">none</span>`) : money(amount);
}
