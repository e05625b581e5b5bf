// `/wallets/ACCOUNT/CURRENCY/TYPE`: one wallet now, and over the range that the address names.
import type { FastifyInstance } from 'fastify';
import { AMOUNT_FIELDS, walletPath } from '../../domain/wallet.ts';
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { createSchedule } from '../../monitor/polling/schedule.ts';
import type { PresentSchedule } from '../coverage.ts';
import { address, mistake } from '../html/controls.ts';
import { lastingWords, longMoney, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, WalletName } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { reachVerdict, type StatusRow } from '../verdict.ts';
import { type RawQuery, singleValues } from '../views/question.ts';
import { readWalletRange, type WalletRange } from '../views/wallet-range.ts';
import { MAX_KNOWN_RISES } from './chart-notes.ts';
import { type PageContext, timezoneOf } from './context.ts';
import { walletInGrafana } from './grafana-link.ts';
import { sendNotFound } from './not-found.ts';
import { planLine } from './plan-line.ts';
import { pollsCard } from './polls.ts';
import { episodesCard, firingCard, MAX_EPISODES } from './wallet-alerts.ts';
import { historyCard, type WalletPast } from './wallet-history.ts';
import { accountLink } from './wallet-link.ts';
import { type PageZone, strangeZone, zoneOfPage } from './zone.ts';

const FAN_SHARE = 0.4; // of the range shown, so that the past keeps most of the chart
const MIN_FAN_MS = 86_400_000;
const RAW_MS = 32 * 86_400_000; // longest range whose rises are looked for, snapshot by snapshot

export function registerWalletPage(app: FastifyInstance, context: PageContext): void {
  const { sources, send } = context;
  app.get<{ Params: WalletName; Querystring: RawQuery }>(
    '/wallets/:account/:currency/:walletType',
    async (request, reply) => {
      const { params } = request;
      const view = sources.board().account(params.account);
      const alerts = sources.alerts().filter(({ account }) => account === params.account);
      const rows = view ? reachVerdict([view], alerts).rows : [];
      const row = rows.find(
        ({ wallet }) => wallet.currency === params.currency && wallet.walletType === params.walletType,
      );
      if (!row) {
        const other = sources.otherShard?.(params.account);
        return sendNotFound(reply, request.headers.accept, context, other);
      }
      const own = timezoneOf(sources, params.account);
      const zone = zoneOfPage(own, request.query);
      const { timezone } = zone;
      const range = readWalletRange(singleValues(request.query), timezone, sources.clock.now());
      const { account, currency, walletType } = row.wallet;
      const title = texts.common.frame.titleOf(`${currency} ${walletType}, ${account}`);
      if (typeof range === 'string') {
        const way = html`<p><a href="${walletPath(params)}">${texts.wallet.day}</a></p>`;
        const body = html`${head(row, timezone, sources)}${mistake(range)}${way}`;
        return send(reply, { title, here: '', body, status: 400 });
      }
      const past = await readPast(row, range, sources);
      return send(reply, {
        title,
        here: '',
        body: walletPage(row, { past, zone, sources }),
        chart: true, // and live for any range: the wallet's amounts of now stand above it
      });
    },
  );
}

/** Reads the past. A part that can't be read within a second is `null`, and the page says so. */
async function readPast(
  { wallet }: StatusRow,
  range: WalletRange,
  sources: PageSources,
): Promise<WalletPast> {
  const { from, to } = range;
  const names = { account: wallet.account, currency: wallet.currency, walletType: wallet.walletType };
  const [points, polls, gaps, rises, episodes] = await Promise.all([
    withTimeout(async (signal) => (await sources.chart?.(names, range, signal)) ?? []), // never seen: []
    withTimeout((signal) => sources.polls?.(wallet.account, range, signal)),
    withTimeout((signal) => sources.gaps?.(wallet.account, range, signal)),
    withTimeout((signal) =>
      to - from > RAW_MS ? undefined : sources.rises?.(names, range, MAX_KNOWN_RISES, signal),
    ),
    withTimeout((signal) =>
      sources.episodes?.({ ...names, since: from, until: to, most: MAX_EPISODES + 1, signal }),
    ),
  ]);
  const words = texts.wallet.history.parts;
  const unread = [
    sources.gaps && gaps === null && words.gaps,
    sources.rises && rises === null && to - from <= RAW_MS && words.rises,
    sources.polls && polls === null && words.polls,
  ].filter((part) => typeof part === 'string');
  const isNow = to >= sources.clock.now() - 60_000;
  const fan = isNow ? sources.fan?.(wallet, Math.max(MIN_FAN_MS, FAN_SHARE * (to - from))) : undefined;
  return { range, points, polls, gaps, rises, episodes, unread, fan };
}

function walletPage(
  row: StatusRow,
  {
    past,
    zone,
    sources,
  }: { readonly past: WalletPast; readonly zone: PageZone; readonly sources: PageSources },
): Html {
  const { wallet, alerts } = row;
  const { timezone } = zone;
  const { balance, state } = wallet;
  const now = sources.clock.now();
  return html`${head(row, timezone, sources)}${strangeZone(zone)}
<section class="card" aria-labelledby="amounts"><h2 id="amounts">${state === 'fresh' ? texts.wallet.now : texts.wallet.whenLastSeen}</h2>
<dl class="amounts">${AMOUNT_FIELDS.map(
    (field) => html`<div><dt>${field}</dt><dd class="num">${longMoney(balance?.[field] ?? null)}</dd></div>`,
  )}</dl></section>
${alerts.length > 0 && firingCard(row, now, timezone)}
${sources.chart && historyCard(row, past, { zone, now })}
${sources.episodes && episodesCard(past.episodes, alerts, timezone)}
${past.polls && pollsCard(past.polls, { from: past.range.from, to: past.range.to, timezone, present: presentSchedule(wallet.account, sources), now })}`;
}

function head(row: StatusRow, timezone: string, sources: PageSources): Html {
  const { wallet, level, words, threshold } = row;
  const fresh = wallet.state === 'fresh';
  const { account, currency, walletType } = wallet;
  return html`<section class="verdict ${level}" aria-labelledby="wallet">
${icon(level)}
<div><h1 id="wallet">${currency} ${walletType}</h1>
<p>${fresh ? [words, '. ', texts.wallet.available<Content>(html`<b>${longMoney(wallet.balance?.available ?? null)}</b>`)] : [texts.wallet.notKnownNow, '. ', words]}${
    threshold !== null && texts.wallet.threshold<Content>(longMoney(threshold))
  }.</p>
${fresh && lastsLine(sources.runway?.(wallet) ?? [])}
${planLine(sources, wallet, timezone)}
<p class="quiet">${texts.wallet.seen<Content>(accountLink(account), when(wallet.observedAt, sources.clock.now(), timezone))}</p>
<p class="links">${sources.statement && html`<a href="${address('/statement', { account, currency, wallet_type: walletType })}">${texts.common.statement}</a> `}${
    sources.at && html`<a href="${address('/at', { account })}">${texts.common.atAnInstant}</a>`
  }</p>
${walletInGrafana(sources, wallet)}</div>
</section>`;
}

function presentSchedule(name: string, { accounts }: PageSources): PresentSchedule | undefined {
  const info = accounts().find(({ account }) => account === name);
  return info && { schedule: createSchedule(info.schedule, info.timezone), staleAfter: info.staleAfter };
}

function lastsLine(runway: ReturnType<NonNullable<PageSources['runway']>>): Content {
  const median = runway.find(({ confidence }) => confidence === '0.5');
  const sure = runway.find(({ confidence }) => confidence !== '0.5');
  if (!median) return null;
  const percent = sure && `${percentText(Number(sure.confidence))} %`;
  const atLeast =
    sure && median.seconds > sure.seconds && texts.wallet.atLeast(percent ?? '', lastingWords(sure.seconds));
  return html`<p>${texts.wallet.lasts(lastingWords(median.seconds))}${atLeast}.</p>`;
}
