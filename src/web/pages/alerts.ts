// `/alerts`: the alerts that fire and that pend now, and past episodes, which can be searched.
import type { FastifyInstance } from 'fastify';
import type { Alert } from '../../domain/alert.ts';
import { ownPartOf } from '../../domain/alert-subject.ts';
import { isDay } from '../../domain/local-time.ts';
import { BUILTIN_ALERTS } from '../../monitor/alerts/builtin.ts';
import { episodePath } from '../../monitor/alerts/episode.ts';
import type { Board } from '../../monitor/board/board.ts';
import { lastingEpisodes, pastEpisodes } from '../episodes.ts';
import { address, form, input, mistake, oneOrAll, pager, strangerNote } from '../html/controls.ts';
import { figure, formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { severityRank } from '../order.ts';
import type { Episode, EpisodeQuestion, PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { alarms } from '../verdict.ts';
import { dayRange } from '../views/days.ts';
import { pageOf } from '../views/paging.ts';
import {
  accountElsewhere,
  mistakenAccount,
  mistakenName,
  type RawQuery,
  singleValues,
  zoneForDays,
} from '../views/question.ts';
import { type PageContext, timezonesOf } from './context.ts';
import { silencedBy } from './silences.ts';
import { accountLink, optionLink, walletLink } from './wallet-link.ts';
import { zoneOfDays } from './zone.ts';

const PAGE_ROWS = 50;
const MAX_PAST = 100;

export function registerAlertsPage(app: FastifyInstance, { sources, statusNow, send }: PageContext): void {
  app.get<{ Querystring: RawQuery }>('/alerts', async ({ query }, reply) => {
    const values = singleValues(query);
    const asked = readQuestion(values, sources);
    const common = { title: texts.common.frame.titleOf(texts.alerts.place), here: '/alerts' };
    if (typeof asked === 'string') {
      const body = html`<h1>${texts.alerts.place}</h1>${question(sources, values, [])}${mistake(asked)}`;
      return send(reply, { ...common, body, status: 400, live: false });
    }
    const past = { ...asked, without: lastingEpisodes(sources.alerts()), most: MAX_PAST + 1 };
    const isElsewhere = accountElsewhere(query, sources) !== undefined; // else its episodes would be read
    const episodes = isElsewhere
      ? []
      : await withTimeout((signal) => sources.episodes?.({ ...past, signal }));
    const { blind } = (await statusNow()).verdict;
    return send(reply, { ...common, body: alertsPage(sources, values, { episodes, blind }) });
  });
}

/** Which past episodes are asked for, or a sentence that says what is wrong with the question. */
function readQuestion(
  values: Readonly<Record<string, string>>,
  { accounts, clock }: PageSources,
): EpisodeQuestion | string {
  const { rule, account, from, to } = values;
  if ([from, to].some((day) => day !== undefined && !isDay(day))) return texts.alerts.mistake;
  if (from !== undefined && to !== undefined && from > to) return texts.alerts.mistake;
  const timezone = zoneForDays(accounts(), account);
  const now = clock.now();
  return {
    ...(rule !== undefined && { rule }),
    ...(account !== undefined && { account }),
    ...(from !== undefined && { since: dayRange({ from, to: from }, timezone, now).from }),
    ...(to !== undefined && { until: dayRange({ from: to, to }, timezone, now).to }),
  };
}

/** `episodes` is `null` while the past can't be read. */
function alertsPage(
  sources: PageSources,
  values: Readonly<Record<string, string>>,
  { episodes, blind }: { readonly episodes: readonly Episode[] | null; readonly blind: string | undefined },
): Html {
  const now = sources.clock.now();
  const words = texts.alerts;
  const alerts = sources.alerts();
  const severestFirst = (of: Alert['phase']) =>
    alerts.filter(({ phase }) => phase === of).sort((a, b) => severityRank(a) - severityRank(b));
  const [firing, pending] = [severestFirst('firing'), severestFirst('pending')];
  // While something is unknown, it is no comfort that nothing fires.
  const calm = blind === undefined ? 'fine' : 'unknown';
  const level = firing.some(alarms) ? 'firing' : blind === undefined && pending.length > 0 ? 'pending' : calm;
  const headline = words.headline(firing.length, pending.length);
  const zones = timezonesOf(sources);
  const past = episodes && pastEpisodes(episodes, firing);
  const rules = [...new Set([...alerts, ...(past ?? [])].map(({ rule }) => rule))].sort();
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${blind ?? headline}</h1>${blind !== undefined && html`<p>${headline}.</p>`}
<p class="quiet">${words.judged(sources.alertCount?.() ?? alerts.length)}</p></div></section>
${firing.length + pending.length > 0 && current([...firing, ...pending], { sources, values, now, zones })}
${
  sources.episodes &&
  html`<section class="card" aria-label="${words.past}">${question(sources, values, rules)}${zoneOfDays(sources, values)}${past?.length === 0 ? nothing(values, sources) : pastTable(past, { now, zones, board: sources.board() })}
<p class="quiet"><a href="/alerts.atom">${words.feed}</a></p></section>`
}`;
}

function question(
  { accounts }: PageSources,
  values: Readonly<Record<string, string>>,
  rules: readonly string[],
): Html {
  const words = texts.alerts.form;
  const names = accounts().map(({ account }) => account);
  return form('/alerts', {
    label: words.label,
    submit: texts.common.show,
    fields: [
      oneOrAll('rule', words.rule, { names: rules, chosen: values['rule'] }),
      oneOrAll('account', texts.common.account, { names, chosen: values['account'] }),
      input('from', words.from, { type: 'date', value: values['from'] }),
      input('to', words.to, { type: 'date', value: values['to'] }),
    ],
  });
}

function current(
  alerts: readonly Alert[],
  {
    sources,
    values: { page: asked, ...values },
    now,
    zones,
  }: {
    readonly sources: PageSources;
    /** As they stand in the address. */
    readonly values: Readonly<Record<string, string>>;
    readonly now: number;
    readonly zones: (account: string) => string;
  },
): Html {
  const { titles, ...words } = texts.alerts;
  const { items, page, pages, all } = pageOf(alerts, asked, PAGE_ROWS);
  return html`<section class="card"><table role="table" class="stack"><caption>${
    pages > 1 ? words.page(items.length, all, page, pages) : words.now
  }</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${titles.alert}</th><th scope="col" role="columnheader">${titles.about}</th>
<th scope="col" role="columnheader" class="num">${titles.value}</th><th scope="col" role="columnheader" class="num">${titles.threshold}</th><th scope="col" role="columnheader">${titles.since}</th></tr></thead>
<tbody role="rowgroup">${items.map(
    (
      alert,
    ) => html`<tr role="row" class="${alert.phase}"><th scope="row" role="rowheader"><span class="word">${icon(alert.phase === 'firing' ? 'firing' : 'pending')}${nameOf(alert)}</span>
<span class="quiet">${words.phase(alert.severity, words.phases[alert.phase], alert.held)}</span>${silencedBy(sources, alert.fingerprint)}</th>
<td role="cell">${about(alert, sources.board())}</td><td role="cell" class="num">${figure(alert.value)}</td><td role="cell" class="num limit" data-name="${titles.threshold}">${figure(alert.threshold)}</td>
<td role="cell" class="seen">${when(alert.phase === 'firing' ? alert.firingAt : alert.pendingAt, now, zones(alert.account))}</td></tr>`,
  )}</tbody></table>${pager(page, pages, (to) => address('/alerts', { ...values, page: to }))}</section>`;
}

/** A firing alert links to the page of its episode; a pending alert has no episode yet. */
function nameOf(alert: Alert): Content {
  return alert.phase === 'firing' ? html`<a href="${episodePath(alert)}">${alert.rule}</a>` : alert.rule;
}

function pastTable(
  episodes: readonly Episode[] | null,
  {
    now,
    zones,
    board,
  }: { readonly now: number; readonly zones: (account: string) => string; readonly board: Board },
): Html {
  const { titles, ...words } = texts.alerts;
  if (episodes === null) return html`<p class="quiet">${words.away}</p>`;
  return html`<table role="table" class="stack"><caption>${words.before}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${titles.alert}</th><th scope="col" role="columnheader">${titles.about}</th>
<th scope="col" role="columnheader" class="num">${titles.value}</th><th scope="col" role="columnheader" class="num">${titles.threshold}</th><th scope="col" role="columnheader">${titles.fired}</th><th scope="col" role="columnheader">${titles.lasted}</th></tr></thead>
<tbody role="rowgroup">${episodes.slice(0, MAX_PAST).map(
    (
      episode,
    ) => html`<tr role="row"><th scope="row" role="rowheader"><a href="/alerts/${episode.episode.slice(0, 16)}">${episode.rule}</a><span class="quiet">${episode.severity}</span></th>
<td role="cell">${about(episode, board)}</td><td role="cell" class="num">${figure(episode.value)}</td><td role="cell" class="num limit" data-name="${titles.threshold}">${figure(episode.threshold)}</td>
<td role="cell" class="seen">${when(episode.firingAt, now, zones(episode.account))}</td><td role="cell" class="seen ${episode.resolvedAt !== null && 'lasted'}">${episode.resolvedAt === null ? words.stillFiring : formatSpan(episode.resolvedAt - episode.firingAt)}</td></tr>`,
  )}</tbody></table>${episodes.length > MAX_PAST && html`<p class="quiet">${words.most(MAX_PAST)}</p>`}`;
}

/** The question only filters the past, so that a name that nothing has is no error; but the page says which it is. */
function nothing({ account, rule }: Readonly<Record<string, string>>, sources: PageSources): Html {
  const names = sources.accounts().map((each) => each.account);
  const rules = sources.rules?.().map(({ name }) => name);
  const known = [...(rules ?? []), ...BUILTIN_ALERTS, ...sources.alerts().map((alert) => alert.rule)];
  const sentence =
    accountElsewhere({ account }, sources) ??
    mistakenAccount(account, names) ??
    (rules && mistakenName([{ asked: rule, known, none: texts.common.noRule }]));
  return sentence === undefined ? html`<p class="quiet">${texts.alerts.none}</p>` : strangerNote(sentence);
}

function about(alert: Pick<Alert, 'account' | 'currency' | 'walletType' | 'labels'>, board: Board): Content {
  const thing = alert.walletType === '' ? optionLink(alert) : walletLink(alert, board);
  const own = ownPartOf(alert);
  if (alert.account === '')
    return [texts.alerts.floatwatch, own !== '' && html`<span class="quiet">${own}</span>`];
  if (!thing) return accountLink(alert.account, board);
  return [thing, html`<span class="quiet">${accountLink(alert.account, board)}</span>`];
}
