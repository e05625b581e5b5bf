// A wallet's plan as a card: how much to send, from where, by when, how long it lasts, how sure; and how that was reckoned.
import { type Amount, compareAmounts, netAsWritten, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletName, walletPath } from '../../domain/wallet.ts';
import type { PlannedRow } from '../../monitor/forecast/plan-order.ts';
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { clockTime, formatSpan, longMoney, money, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { texts } from '../texts/texts.ts';
import { lackBeforeRounding } from '../views/plan.ts';
import { accountLink, walletLink } from './wallet-link.ts';

/** `open` says whether the reckoning is unfolded at first. */
export function planCard(
  row: PlannedRow,
  { now, open }: { readonly now: Instant; readonly open: boolean },
): Html {
  const { account, currency, timezone, topUp } = row;
  const level = topUp.late ? 'firing' : 'pending';
  const words = texts.plan;
  const at = (instant: Instant | undefined) => instantOrBeyond(instant, timezone);
  return html`<li class="card plan ${level}"><h3>${icon(level)}${walletLink(row)} <span class="quiet">${accountLink(account)}</span></h3>
<p class="do">${words.send(inCurrency(topUp.needed, currency))}${byWhen(row, now)}.</p>
<p>${fromWhere(row)}</p>
<dl class="amounts when"><div><dt>${words.lasts}</dt><dd>${at(topUp.lastsUntil)}</dd></div>
<div><dt>${words.thenLasts}</dt><dd>${at(topUp.thenLastsUntil)}</dd></div>
<div><dt>${words.sure}</dt><dd>${words.sureWords(topUp)}</dd></div></dl>
${requestedLines(row)}
${reckoned(row, open)}</li>`;
}

/** An instant by the clocks of the account, or words that it is too far ahead. */
export function instantOrBeyond(at: Instant | undefined, timezone: string): Content {
  return at === undefined ? texts.plan.beyond : clockTime(at, timezone);
}

export function inCurrency(amount: Amount, currency: string): Html {
  return html`<b>${longMoney(amount)} ${currency}</b>`;
}

function byWhen({ timezone, topUp }: PlannedRow, now: Instant): Content {
  const { by, late, requestable, arrives } = topUp;
  if (late) return texts.plan.late<Content>(clockTime(requestable, timezone), clockTime(arrives, timezone));
  if (by === undefined) return texts.plan.noHurry;
  const distance = html`<span class="screen"> (${when(by, now, timezone)})</span>`;
  return [texts.plan.by<Content>(html`<b>${clockTime(by, timezone)}</b>`), distance];
}

/** Where the money can come from, and how much of it isn't there. */
function fromWhere({ source, currency, topUp }: PlannedRow): Content {
  const words = texts.plan;
  if (source === undefined) return words.nowhere;
  const from = words.from<Content>(sourceLink(source));
  if (topUp.shortfall === undefined) return [from, words.sourceUnknown, '.'];
  if (compareAmounts(topUp.shortfall, ZERO) <= 0) return [from, words.has, '.'];
  return [from, words.lacks<Content>(inCurrency(topUp.shortfall, currency)), '.'];
}

/** A source's name `account/CURRENCY/WALLET_TYPE`, linked to its page. */
export function sourceLink(source: string): Html {
  const [walletType = '', currency = '', ...account] = source.split('/').reverse();
  return walletLink({ account: account.reverse().join('/'), currency, walletType });
}

/** Requested top-ups: those on their way, and those that somebody should ask after. */
export function requestedLines({ currency, timezone, topUp, isAssumed }: PlannedRow): Content {
  const { coming, expired, needed } = topUp;
  const { assumed, assumedEnough, coming: onItsWay, comingEnough } = texts.plan;
  const [onTop, enough] = isAssumed ? [assumed, assumedEnough] : [onItsWay, comingEnough];
  const words = compareAmounts(needed, ZERO) > 0 ? onTop : enough;
  return [
    compareAmounts(coming, ZERO) > 0 && html`<p>${words<Content>(inCurrency(coming, currency))}</p>`,
    expired.map(
      ({ at, amount }) =>
        html`<p class="mistake">${texts.plan.expired<Content>(inCurrency(amount, currency), clockTime(at, timezone))}</p>`,
    ),
  ];
}

function reckoned(row: PlannedRow, open: boolean): Html {
  const { currency, timezone, topUp } = row;
  const { reckoning, coming, record, requestable, needed } = topUp;
  const words = texts.plan.reckoning;
  const lack = lackBeforeRounding(topUp);
  const line = (name: Content, amount: Amount, sign = '') =>
    html`<div><dt>${name}</dt><dd class="num">${sign}${longMoney(amount)}</dd></div>`;
  const lacks = compareAmounts(lack, ZERO) > 0;
  return html`<details id="reckoned-${encodeURIComponent(walletName(row))}"${open && html` open`}><summary>${words.summary}</summary>
<dl class="sum">${goesOut(row).map(([name, amount]) => line(name, amount))}
${line(words.has, reckoning.available, '\u2212 ')}
${compareAmounts(coming, ZERO) > 0 && line(words.coming, coming, '\u2212 ')}
${line(lacks ? words.lacking : words.enough, lacks ? lack : netAsWritten([], [lack]))}
${line(roundingWords(row), needed)}</dl>
<p class="quiet">${currency}. ${words.window<Content>(clockTime(requestable, timezone))} ${record.of > 0 ? words.record(record.held, record.of) : words.noRecord}
${row.lastTopUp && words.lastTopUp(row.lastTopUp, timezone)}
${words.more<Content>(html`<a href="${walletPath(row)}">${words.history}</a>`)}</p></details>`;
}

/** The amounts that go out: until the money arrives and in the cover after that, or until the date that was asked for. */
function goesOut({ timezone, topUp }: PlannedRow): readonly (readonly [Content, Amount])[] {
  const { reckoning, arrives, confidence } = topUp;
  const { target, most, expected } = reckoning;
  const words = texts.plan.reckoning;
  const at = (instant: Instant): Content => clockTime(instant, timezone);
  const percent = percentText(confidence);
  if ('until' in target) return [[words.until(at(target.until), percent), most]];
  return [
    [words.most(at(arrives), percent), most],
    [words.expected(formatSpan(target.coverMs)), expected],
  ];
}

function roundingWords({ topUp }: PlannedRow): string {
  const { roundTo, minimum } = topUp.reckoning;
  return texts.plan.reckoning.rounding(
    money(roundTo),
    compareAmounts(minimum, ZERO) > 0 ? money(minimum) : null,
  );
}
