// `/options`: every payment option now, and its changes: when, from what and to what.
import type { FastifyInstance } from 'fastify';
import type { Amount } from '../../domain/money.ts';
import { succeeded } from '../../domain/observation.ts';
import type {
  OptionAccountView,
  OptionView,
  PaymentOptionBoard,
} from '../../monitor/board/payment-option-board.ts';
import { address, form, input, mistake, oneOrAll, pager } from '../html/controls.ts';
import { longMoney, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { OptionChange, PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { namesOf, type StatusLevel } from '../verdict.ts';
import { mistakenOption, optionsAskedFor, readOptionsQuestion } from '../views/options.ts';
import { pageOf } from '../views/paging.ts';
import { accountElsewhere, type RawQuery, singleValues } from '../views/question.ts';
import { type PageContext, timezonesOf } from './context.ts';
import { optionsInGrafana } from './grafana-link.ts';
import { optionHistory, optionLink } from './option-history.ts';
import { outcomeWords } from './outcomes.ts';

const PAGE_ROWS = 100;
const MAX_POLLED = 50; // accounts whose last and next poll are shown

export function registerOptionsPage(
  app: FastifyInstance,
  { sources, send }: PageContext,
  board: () => PaymentOptionBoard,
): void {
  const { optionChanges, clock } = sources;
  app.get<{ Querystring: RawQuery }>('/options', async ({ query }, reply) => {
    const { accounts, account } = board();
    const views = accounts.flatMap((name) => account(name) ?? []);
    const values = singleValues(query);
    const common = { title: texts.common.frame.titleOf(texts.options.title), here: '/options' };
    const refuse = (sentence: string) => {
      const body = html`<h1>${texts.options.place}</h1>${question(views, values)}${mistake(sentence)}`;
      return send(reply, { ...common, body, status: 400, live: false });
    };
    const asked =
      accountElsewhere(query, sources) ?? readOptionsQuestion(query, sources.accounts(), clock.now());
    if (typeof asked === 'string') return refuse(asked);
    const changes = await withTimeout((signal) => optionChanges?.(asked, signal));
    const shown = views.map((view) => ({ ...view, options: optionsAskedFor(view.options, asked) }));
    const isEmpty = shown.every(({ options }) => options.length === 0) && changes?.length === 0;
    const stranger = isEmpty ? mistakenOption(asked, board(), sources.accounts()) : undefined;
    if (stranger !== undefined) return refuse(stranger);
    const body = optionsPage(sources, { views: shown, all: views, values, changes });
    return send(reply, { ...common, body });
  });
}

interface ShownOptions {
  /** Accounts with the options that are asked for. */
  readonly views: readonly OptionAccountView[];
  /** Accounts with all of their options. */
  readonly all: readonly OptionAccountView[];
  /** As they stand in the address. */
  readonly values: Readonly<Record<string, string>>;
  /** `null` while they can't be read. */
  readonly changes: readonly OptionChange[] | null;
}

export function optionsPage(sources: PageSources, { views, all, values, changes }: ShownOptions): Html {
  const shown = views.flatMap(({ options }) => options).toSorted((a, b) => rank(b) - rank(a));
  const count = all.reduce((sum, { options }) => sum + options.length, 0);
  const words = texts.options;
  const noSuch = count > 0 && shown.length === 0;
  return html`${verdict(sources, all)}
${count > 0 && question(all, values)}
${noSuch && html`<p class="card">${words.noSuch<Content>(html`<a href="/options">${words.all}</a>`)}</p>`}
${shown.length > 0 && current(sources, shown, values)}
${optionHistory(sources, { changes, values })}`;
}

/** What is unknown comes first: a page must not look calm without knowing. */
function verdict(sources: PageSources, views: readonly OptionAccountView[]): Html {
  const now = sources.clock.now();
  const zones = timezonesOf(sources);
  const all = views.flatMap(({ options }) => options);
  const count = (level: StatusLevel) => all.filter((view) => levelOf(view) === level).length;
  const isRead = ({ last }: OptionAccountView) => Number(last !== null && succeeded(last.outcome));
  const [amiss, unknown] = [count('firing'), count('unknown')];
  const unseen = views.filter((view) => view.options.length === 0 && !isRead(view));
  const blind = unknown + unseen.length > 0 || all.length === 0;
  const level: StatusLevel = amiss > 0 ? 'firing' : blind ? 'unknown' : 'fine';
  const polled = views.toSorted((a, b) => isRead(a) - isRead(b));
  const words = texts.options.headline;
  const said = [
    unknown > 0 && words.unknown(unknown, all.length),
    unseen.length > 0 && all.length > 0 && words.unseen(namesOf(unseen)),
    amiss > 0 && words.amiss(amiss, all.length),
    all.length === 0 ? words.none : amiss + unknown === 0 && words.fine(all.length),
  ].filter((sentence) => sentence !== false);
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${said[0]}</h1>${said.slice(1).map((sentence) => html`<p>${sentence}.</p>`)}
${polled.slice(0, MAX_POLLED).map(({ account, last, nextSlot }) => {
  const at = (instant: number | null): Content => when(instant, now, zones(account));
  return html`<p class="quiet">${texts.options.polled<Content>(account, at(last?.observedAt ?? null), at(nextSlot))}${
    last && !succeeded(last.outcome) && html` ${outcomeWords(last)}`
  }</p>`;
})}${polled.length > MAX_POLLED && html`<p class="quiet">${texts.options.polledMore(polled.length - MAX_POLLED)}</p>`}
${optionsInGrafana(sources)}</div></section>`;
}

function question(views: readonly OptionAccountView[], values: Readonly<Record<string, string>>): Html {
  const words = texts.options.form;
  const all = views.flatMap(({ options }) => options);
  const choice = (name: string, label: string, names: readonly string[]) =>
    oneOrAll(name, label, { names: names.toSorted(), chosen: values[name] });
  return form('/options', {
    label: words.label,
    submit: texts.common.show,
    fields: [
      choice(
        'account',
        texts.common.account,
        views.map(({ account }) => account),
      ),
      choice(
        'currency',
        texts.common.currency,
        all.map(({ option }) => option.currency),
      ),
      choice(
        'provider_code',
        words.provider,
        all.map(({ option }) => option.providerCode),
      ),
      input('from', words.from, { type: 'date', value: values['from'] }),
      input('to', words.to, { type: 'date', value: values['to'] }),
    ],
  });
}

function current(
  sources: PageSources,
  views: readonly OptionView[],
  { page: asked, ...values }: Readonly<Record<string, string>>,
): Html {
  const { titles, ...words } = texts.options;
  const { items, page, pages, all } = pageOf(views, asked, PAGE_ROWS);
  const caption = pages > 1 ? words.page(items.length, all, page, pages) : words.now;
  const zones = timezonesOf(sources);
  const head = (title: string, more?: string) =>
    html`<th scope="col" role="columnheader"${more !== undefined && html` class="${more}"`}>${title}</th>`;
  return html`<section class="card"><table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head(titles.option)}${head(titles.state)}${head(titles.smallest, 'num')}${head(titles.largest, 'num')}${head(titles.daily, 'num')}${head(titles.prefixes)}${head(titles.seen)}</tr></thead>
<tbody role="rowgroup">${items.map((view) => {
    const { option, account, observedAt } = view;
    const level = levelOf(view);
    return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${optionLink({ ...option, account })}
<span class="quiet">${account}: ${[option.providerName, option.methodName || option.transactionMethod].filter(Boolean).join(', ')}</span></th>
<td role="cell" class="state"><span class="word">${icon(level)}${wordsOf(view)}</span></td>
<td role="cell" class="num" data-name="${titles.smallest}">${limit(option.min)}</td><td role="cell" class="num" data-name="${titles.largest}">${limit(option.max)}</td>
<td role="cell" class="num" data-name="${titles.dailyShort}">${limit(option.maxDaily)}</td><td role="cell" data-name="${titles.prefixes}">${option.prefixes.join(' ')}</td>
<td role="cell" class="seen">${when(observedAt, sources.clock.now(), zones(account))}</td></tr>`;
  })}</tbody></table>${pager(page, pages, (to) => address('/options', { ...values, page: to }))}</section>`;
}

function levelOf({ state, option }: OptionView): StatusLevel {
  if (state === 'missing') return 'firing';
  if (state === 'stale' || option.active === null) return 'unknown';
  return option.active ? 'fine' : 'firing';
}

function wordsOf({ state, option }: OptionView): string {
  const words = texts.options.state;
  if (state === 'missing') return words.missing;
  const told = option.active === null ? words.notTold : option.active ? words.active : words.inactive;
  return state === 'stale' ? words.stale(told) : told;
}

function rank(view: OptionView): number {
  return { firing: 2, unknown: 1, pending: 1, fine: 0 }[levelOf(view)];
}

function limit(amount: Amount | null): Content {
  return amount === null ? html`<span class="quiet">${texts.options.notTold}</span>` : longMoney(amount);
}
