// `/options`: every payment option now, and what has changed in the last 30 days.
import type { Amount } from '../../domain/money.ts';
import { parseAmount } from '../../domain/money.ts';
import { succeeded } from '../../domain/observation.ts';
import type { OptionField } from '../../domain/option-change.ts';
import type { OptionAccountView, OptionView } from '../../monitor/board/payment-option-board.ts';
import { money, utc, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { OptionChange, PageSources } from '../sources.ts';
import type { Level } from '../verdict.ts';
import { optionsInGrafana } from './grafana-link.ts';
import { outcomeWords } from './outcomes.ts';

const MAX_ROWS = 1_000;

/** `changes` is `null` while they can't be read. */
export function optionsPage(
  sources: PageSources,
  views: readonly OptionAccountView[],
  changes: readonly OptionChange[] | null,
): Html {
  const now = sources.clock.now();
  const all = views.flatMap(({ options }) => options).toSorted((a, b) => rank(b) - rank(a));
  const count = (level: Level) => all.filter((view) => levelOf(view) === level).length;
  const [amiss, unknown] = [count('firing'), count('unknown')];
  const level: Level = amiss > 0 ? 'firing' : unknown > 0 || all.length === 0 ? 'unknown' : 'fine';
  const headline =
    all.length === 0
      ? 'No payment option is known yet'
      : amiss > 0
        ? `${amiss} of ${all.length} payment options can’t be used`
        : unknown > 0
          ? `${unknown} of ${all.length} payment options are unknown`
          : `All ${all.length} payment options are active`;
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${headline}</h1>
${views.map(
  ({ account, last, nextSlot }) =>
    html`<p class="quiet">${account}: last poll ${when(last?.observedAt ?? null, now)}, next ${when(nextSlot, now)}.${
      last && !succeeded(last.outcome) && html` ${outcomeWords(last)}`
    }</p>`,
)}
${optionsInGrafana(sources)}</div></section>
${all.length > 0 && current(all.slice(0, MAX_ROWS), now)}
${past(changes)}`;
}

function current(views: readonly OptionView[], now: number): Html {
  return html`<section class="card"><table role="table"><caption>Now, those that can’t be used first</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Option</th><th scope="col" role="columnheader">State</th>
<th scope="col" role="columnheader" class="num">Smallest</th><th scope="col" role="columnheader" class="num">Largest</th>
<th scope="col" role="columnheader" class="num">A day, per customer</th><th scope="col" role="columnheader">Prefixes</th><th scope="col" role="columnheader">Seen</th></tr></thead>
<tbody role="rowgroup">${views.map((view) => {
    const { option, account, observedAt } = view;
    const level = levelOf(view);
    return html`<tr role="row" class="${level}"><th scope="row" role="rowheader"><b>${option.currency}</b> ${option.transactionType} ${option.providerCode}
<span class="quiet">${account}: ${[option.providerName, option.methodName || option.transactionMethod].filter(Boolean).join(', ')}</span></th>
<td role="cell" class="state"><span class="word">${icon(level)}${wordsOf(view)}</span></td>
<td role="cell" class="num" data-name="Smallest">${limit(option.min)}</td><td role="cell" class="num" data-name="Largest">${limit(option.max)}</td>
<td role="cell" class="num" data-name="A day">${limit(option.maxDaily)}</td><td role="cell" data-name="Prefixes">${option.prefixes.join(' ')}</td>
<td role="cell" class="seen">${when(observedAt, now)}</td></tr>`;
  })}</tbody></table></section>`;
}

function past(changes: readonly OptionChange[] | null): Html {
  const body: Content =
    changes === null
      ? html`<p class="quiet">The changes can’t be read now: the database is away.</p>`
      : changes.length === 0
        ? html`<p class="quiet">Nothing has changed in the last 30 days.</p>`
        : html`<table role="table" class="changes"><caption>Changes of the last 30 days, the newest first</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Option</th><th scope="col" role="columnheader">What</th>
<th scope="col" role="columnheader" class="num">Before</th><th scope="col" role="columnheader" class="num">After</th><th scope="col" role="columnheader">Seen</th></tr></thead>
<tbody role="rowgroup">${changes.map(
            (
              change,
            ) => html`<tr role="row"><th scope="row" role="rowheader"><b>${change.currency}</b> ${change.transactionType} ${change.providerCode}<span class="quiet">${change.account}, ${change.transactionMethod}</span></th>
<td role="cell">${FIELDS[change.field]}</td><td role="cell" class="num">${value(change.before)}</td><td role="cell" class="num">${value(change.after)}</td>
<td role="cell" class="seen">${utc(change.seenAt)}</td></tr>`,
          )}</tbody></table>`;
  return html`<section class="card">${body}</section>`;
}

const FIELDS: Readonly<Record<OptionField, string>> = {
  present: 'listed by the service',
  active: 'active',
  min_amount: 'smallest amount',
  max_amount: 'largest amount',
  max_daily_amount: 'most a day, per customer',
  provider_name: 'provider’s name',
  method_name: 'method’s name',
  prefixes: 'prefixes',
};

function levelOf({ state, option }: OptionView): Level {
  if (state === 'missing') return 'firing';
  if (state === 'stale' || option.active === null) return 'unknown';
  return option.active ? 'fine' : 'firing';
}

function wordsOf({ state, option }: OptionView): string {
  if (state === 'missing') return 'no longer listed';
  const told = option.active === null ? 'not told' : option.active ? 'active' : 'inactive';
  return state === 'stale' ? `unknown, was ${told}` : told;
}

function rank(view: OptionView): number {
  return { firing: 2, unknown: 1, pending: 1, fine: 0 }[levelOf(view)];
}

function limit(amount: Amount | null): Content {
  return amount === null ? html`<span class="quiet">not told</span>` : money(amount);
}

function value(text: string | null): Content {
  if (text === null) return html`<span class="quiet">not told</span>`;
  if (text === 'true' || text === 'false') return text === 'true' ? 'yes' : 'no';
  const amount = parseAmount(text);
  return amount === undefined ? text : money(amount);
}
