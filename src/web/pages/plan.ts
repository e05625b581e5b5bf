// `/plan`: what to do: how much to send to which wallet, from where and by when; as cards, or as a list to hand on.
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { dateOf } from '../../domain/forecast/day.ts';
import type { Instant } from '../../domain/observation.ts';
import type { OrderedPlans } from '../../monitor/forecast/plan-order.ts';
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { address, mistake, pager } from '../html/controls.ts';
import { clockTime, dayName, formatSpan, longMoney } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type StatusLevel, unseenWords } from '../verdict.ts';
import { pageOf } from '../views/paging.ts';
import {
  type AskedPlan,
  type Deposit,
  type PlanOverview,
  planOverview,
  plansAskedFor,
  readPlanQuestion,
} from '../views/plan.ts';
import {
  accountElsewhere,
  mistakenAccount,
  mistakenWallet,
  type RawQuery,
  singleValues,
} from '../views/question.ts';
import type { PageContext } from './context.ts';
import { inCurrency, instantOrBeyond, planCard, requestedLines, sourceLink } from './plan-card.ts';
import { planForm } from './plan-form.ts';
import { planList, strangeView } from './plan-list.ts';
import { accountLink, walletLink } from './wallet-link.ts';

const PAGE_CARDS = 25;
const PAGE_LINES = 100;
const MAX_LINES = 50; // in each card of sources, and of wallets that need nothing or have no plan

export function registerPlanPage(
  app: FastifyInstance,
  { sources, statusNow, send }: PageContext,
  plan: NonNullable<PageSources['plan']>,
): void {
  app.get<{ Querystring: RawQuery }>('/plan', async ({ query }, reply) => {
    const values = singleValues(query);
    const asked =
      accountElsewhere(query, sources) ?? readPlanQuestion(query, sources.accounts(), sources.clock.now());
    const common = { title: texts.common.frame.titleOf(texts.plan.title), here: '/plan' };
    const refuse = (sentence: string, currencies: readonly string[] = []) => {
      const body = html`<h1>${texts.plan.title}</h1>${planForm(sources, currencies, values)}${mistake(sentence)}`;
      return send(reply, { ...common, status: 400, live: false, body });
    };
    if (typeof asked === 'string') return refuse(asked);
    const all = await plan(asked.question);
    const plans = await plansAskedFor(all, asked);
    const stranger = strangerIn(asked, plans, sources);
    const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
    if (stranger !== undefined) return refuse(stranger, currencies);
    await setImmediate(); // for thousands of wallets each step takes some milliseconds
    const overview = await planOverview(plans);
    await setImmediate();
    const { account: only = null } = asked;
    const { accounts } = await statusNow();
    const unseen = unseenWords(accounts.filter(({ account }) => only === null || account === only));
    const view = { asked, values, overview, currencies, all: all.length, unseen };
    return send(reply, { ...common, body: planPage(sources, view) });
  });
}

/** A sentence about an account, a currency or a type that isn't there, where nothing is found. */
function strangerIn(
  asked: AskedPlan,
  { send, enough, unplanned }: OrderedPlans,
  { accounts, board }: PageSources,
): string | undefined {
  if (send.length + enough.length + unplanned.length > 0) return undefined;
  const names = accounts().map(({ account }) => account);
  return mistakenAccount(asked.account, names) ?? mistakenWallet(asked, board());
}

interface PlanView {
  readonly asked: AskedPlan;
  /** As they stand in the address. */
  readonly values: Readonly<Record<string, string>>;
  readonly overview: PlanOverview;
  /** Those of all planned wallets. */
  readonly currencies: readonly string[];
  readonly all: number;
  /** The accounts without a wallet that was ever seen, as a sentence. */
  readonly unseen: string | undefined;
}

function planPage(sources: PageSources, view: PlanView): Html {
  const { asked, values, overview, currencies } = view;
  const isList = values['view'] === 'list';
  return html`${verdict(view)}
${planForm(sources, currencies, values)}
${strangeView(values['view'])}${question(asked)}${countOf(overview) > 0 && ways(values, isList)}
${whatToSend(view, isList, sources.clock.now())}
${deposits(overview.deposits)}${totals(overview)}
${unplannedCard(overview)}${enoughCard(overview)}
<p class="quiet">${texts.plan.readOnly}</p>`;
}

function verdict({ overview, all, unseen }: PlanView): Html {
  const { level, said } = saidOf(overview, all, unseen);
  const [headline, ...also] = said;
  const first = overview.send.find(({ topUp }) => topUp.by !== undefined);
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${headline}</h1>${also.map((sentence) => html`<p>${sentence}.</p>`)}
${first && !first.topUp.late && html`<p>${texts.plan.first<Content>(instantOrBeyond(first.topUp.by, first.timezone))}</p>`}
${all === 0 && html`<p>${texts.plan.emptyWay<Content>(html`<a href="/accounts">${texts.plan.accounts}</a>`)}</p>`}
${all > 0 && countOf(overview) === 0 && html`<p>${texts.plan.noneWay<Content>(html`<a href="/plan">${texts.plan.allWallets}</a>`)}</p>`}</div></section>`;
}

function countOf({ send, enough, unplanned }: PlanOverview): number {
  return send.length + enough.length + unplanned.length;
}

/** What is unknown comes first: a verdict must not look calm without knowing. */
function saidOf(
  overview: PlanOverview,
  all: number,
  unseen: string | undefined,
): { readonly level: StatusLevel; readonly said: readonly string[] } {
  const words = texts.plan.headline;
  const { send, enough, unplanned } = overview;
  const count = countOf(overview);
  if (all === 0) return { level: 'unknown', said: [words.empty] };
  if (count === 0) return { level: 'unknown', said: [words.none] };
  const unknown = unplanned.filter(({ topUp }) => topUp.unplanned === 'balance_unknown').length;
  const others = unplanned.length - unknown;
  const late = send.filter(({ topUp }) => topUp.late).length;
  const said: (readonly [StatusLevel, string] | false)[] = [
    unknown > 0 && ['unknown', words.unknown(unknown, count)],
    unseen !== undefined && ['unknown', unseen],
    late > 0 && ['firing', words.late(late, count)],
    send.length > late && ['pending', words.send(send.length, count)],
    others > 0 && ['unknown', words.unplanned(others)],
    enough.length === count && ['fine', words.enough(count)],
  ];
  const told = said.filter((each) => each !== false);
  const level = LEVELS.find((each) => told.some(([of]) => of === each)) ?? 'fine';
  return { level, said: told.map(([, text]) => text) };
}

const LEVELS: readonly StatusLevel[] = ['firing', 'unknown', 'pending'];

/** The question in words, as a printed page must show it. */
function question({ question: asked }: AskedPlan): Content {
  if (!asked) return null;
  const words = texts.plan.asked;
  const parts = [
    asked.date !== undefined && words.until(dayName(dateOf(asked.date))),
    asked.coverMs !== undefined && words.cover(formatSpan(asked.coverMs)),
    asked.confidence !== undefined && words.confidence(percentText(asked.confidence)),
  ];
  return html`<p class="lead">${words.lead(parts.filter((part) => part !== false))}</p>`;
}

function ways(values: Readonly<Record<string, string>>, isList: boolean): Html {
  const { date, cover, confidence, account, currency, wallet_type } = values;
  const asked = { date, cover, confidence, account, currency, wallet_type }; // the API takes nothing else
  return html`<p class="links ways"><a class="button" href="${address('/api/v1/plan', { ...asked, format: 'csv' })}" download>${texts.plan.list.csv}</a>
<a href="${address('/plan', { ...asked, view: isList ? undefined : 'list' })}">${texts.plan.list[isList ? 'asCards' : 'asList']}</a>
<a href="${address('/api/v1/plan', asked)}">${texts.common.asJson}</a></p>`;
}

/** The wallets that need money, as cards or as a list. */
function whatToSend({ overview: { send }, values }: PlanView, isList: boolean, now: Instant): Content {
  if (send.length === 0) return null;
  const { page: asked, ...others } = values;
  const { items, page, pages, all } = pageOf(send, asked, isList ? PAGE_LINES : PAGE_CARDS);
  const caption = texts.plan.caption(items.length, all, page, pages);
  const links = pager(page, pages, (to) => address('/plan', { ...others, page: to }));
  if (isList) return html`<section class="card">${planList(items, caption)}${links}</section>`;
  return html`<section aria-labelledby="send"><h2 id="send">${caption}</h2>
<ol class="plans">${items.map((row) => planCard(row, { now, open: all === 1 }))}</ol>${links}</section>`;
}

function deposits(all: readonly Deposit[]): Content {
  const words = texts.plan.deposits;
  return linesCard(
    'deposits',
    all,
    words,
    ({ source, account, currency, timezone, amount, by, late }) =>
      html`${words.item<Content>(
        inCurrency(amount, currency),
        source === undefined ? [words.nowhere, ' (', accountLink(account), ')'] : sourceLink(source),
        late
          ? words.atOnce
          : by === undefined
            ? words.noHurry
            : words.by<Content>(instantOrBeyond(by, timezone)),
      )}.`,
  );
}

function totals({ totals: all }: PlanOverview): Content {
  if (all.length === 0) return null;
  const words = texts.plan.totals;
  return html`<section class="card" aria-labelledby="totals"><h2 id="totals">${words.label}</h2><dl class="totals bare">${all.map(
    ({ currency, amount, wallets }) =>
      html`<div><dt>${currency} <span class="quiet">${words.to(wallets)}</span></dt><dd class="num">${longMoney(amount)}</dd></div>`,
  )}</dl></section>`;
}

function enoughCard({ enough }: PlanOverview): Content {
  const words = texts.plan.enough;
  return linesCard(
    'enough',
    enough,
    words,
    (row) =>
      html`${words.until<Content>(
        [walletLink(row), ' ', html`<span class="quiet">${accountLink(row.account)}</span>`],
        row.topUp.lastsUntil === undefined ? undefined : clockTime(row.topUp.lastsUntil, row.timezone),
      )}.${requestedLines(row)}`,
  );
}

function unplannedCard({ unplanned }: PlanOverview): Content {
  const { why } = texts.plan.unplanned;
  return linesCard(
    'unplanned',
    unplanned,
    texts.plan.unplanned,
    (row) =>
      html`${walletLink(row)} <span class="quiet">${accountLink(row.account)}</span>: ${why[row.topUp.unplanned]}.`,
  );
}

/** A card with one line for each row; nothing without rows. */
function linesCard<Row>(
  id: string,
  rows: readonly Row[],
  words: { readonly title: string; more(count: number): string },
  line: (row: Row) => Html,
): Content {
  if (rows.length === 0) return null;
  const left = rows.length - MAX_LINES;
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${words.title}</h2><ul class="plain">${rows
    .slice(0, MAX_LINES)
    .map(
      (row) => html`<li>${line(row)}</li>`,
    )}</ul>${left > 0 && html`<p class="quiet">${words.more(left)}</p>`}</section>`;
}
