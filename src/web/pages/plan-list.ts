// The plan as a table to hand on: printed, or read out.
import { ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { PlannedRow } from '../../monitor/forecast/plan-order.ts';
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { strangerNote } from '../html/controls.ts';
import { clockTime, longMoney } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { texts } from '../texts/texts.ts';
import { lackingOf } from '../views/plan.ts';
import { mistakenName } from '../views/question.ts';
import { instantOrBeyond, sourceLink } from './plan-card.ts';
import { accountLink, walletLink } from './wallet-link.ts';

const VIEWS = ['cards', 'list'];

/** Says that the view that was asked for doesn't exist; nothing if it does. */
export function strangeView(asked: string | undefined): Content {
  const sentence = mistakenName([{ asked, known: VIEWS, none: texts.plan.noView }]);
  return sentence !== undefined && strangerNote(sentence);
}

/** The wallets that need money, in the given order. */
export function planList(rows: readonly PlannedRow[], caption: string): Html {
  const { titles } = texts.plan.list;
  const head = (title: string, more = '') =>
    html`<th scope="col" role="columnheader"${more !== '' && html` class="${more}"`}>${title}</th>`;
  return html`<table role="table" class="handed"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head(titles.wallet)}${head(titles.send, 'num')}${head(titles.by)}${head(titles.from)}${head(titles.lacks, 'num')}${head(titles.thenLasts)}${head(titles.sure, 'num')}</tr></thead>
<tbody role="rowgroup">${rows.map(line)}</tbody></table>`;
}

function line(row: PlannedRow): Html {
  const { titles, atOnce } = texts.plan.list;
  const { account, currency, timezone, source, topUp } = row;
  const { needed, by, late, requestable, thenLastsUntil, confidence, doubts } = topUp;
  const lacks = lackingOf(row);
  const due: Content = late ? [atOnce, ', ', clockTime(requestable, timezone)] : at(by, timezone);
  return html`<tr role="row" class="${late && 'firing'}"><th scope="row" role="rowheader">${walletLink(row)}<span class="quiet">${accountLink(account)}</span></th>
<td role="cell" class="num amount">${longMoney(needed)} ${currency}</td>
<td role="cell" class="whole" data-name="${titles.by}"><span>${due}</span></td>
<td role="cell" class="whole" data-name="${titles.from}">${source !== undefined && sourceLink(source)}</td>
<td role="cell" class="num" data-name="${titles.lacks}">${topUp.shortfall === undefined && source !== undefined ? texts.common.notKnown : lacks === ZERO ? '' : longMoney(lacks)}</td>
<td role="cell" class="whole" data-name="${titles.thenLasts}">${at(thenLastsUntil, timezone)}</td>
<td role="cell" class="num" data-name="${titles.sure}">${doubts.length > 0 && '< '}${percentText(confidence)} %</td></tr>`;
}

function at(instant: Instant | undefined, timezone: string): Content {
  return instantOrBeyond(instant, timezone);
}
