// The routes of the pages for people, with their style sheet and icon.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Html } from '../html/html.ts';
import { FAVICON, page } from '../html/layout.ts';
import { STYLE, STYLE_PATH } from '../html/style.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import type { Status } from '../status.ts';
import { keyOf, reachVerdict } from '../verdict.ts';
import { accountsPage } from './accounts.ts';
import { alertsPage } from './alerts.ts';
import { optionsPage } from './options.ts';
import { runbookPage } from './runbook.ts';
import { type AlertName, runbookLink } from './runbook-link.ts';
import { MAX_ROWS, statusPage } from './status.ts';
import { RANGES, type RangeName, walletPage } from './wallet.ts';

const NO_CHARTS: ReadonlyMap<string, readonly SparkPoint[]> = new Map();
const PLACES = [
  ['/', 'Wallets'],
  ['/alerts', 'Alerts'],
  ['/options', 'Options'],
  ['/accounts', 'Accounts'],
] as const;
const CHANGES_MS = 30 * 86_400_000; // how far back they are shown

export function registerPages(app: FastifyInstance, sources: PageSources, statusNow: () => Status): void {
  app.get('/', async (_request, reply) => {
    const status = statusNow();
    const shown = status.verdict.rows.slice(0, MAX_ROWS).map(({ wallet }) => wallet);
    const charts = (await withTimeout(() => sources.sparklines?.(shown))) ?? NO_CHARTS;
    const { title, body } = statusPage(sources, status, charts);
    return send(reply, { title, here: '/', body });
  });

  app.get('/alerts', async (_request, reply) => {
    const episodes = await withTimeout((signal) => sources.episodes?.({ most: 100, signal }));
    return send(reply, {
      title: 'Alerts · floatwatch',
      here: '/alerts',
      body: alertsPage(sources, episodes),
    });
  });

  app.get('/accounts', (_request, reply) =>
    send(reply, {
      title: 'Accounts · floatwatch',
      here: '/accounts',
      body: accountsPage(sources, statusNow().accounts),
    }),
  );

  const { runbook } = sources;
  if (runbook !== undefined) {
    const body = runbookPage(runbook);
    app.get('/runbook', (_request, reply) => send(reply, { title: 'Runbook · floatwatch', here: '', body }));
    app.get<{ Params: { rule: string }; Querystring: Omit<AlertName, 'rule'> }>(
      '/runbook/:rule',
      ({ params, query }, reply) =>
        reply
          .header('cache-control', 'no-store')
          .redirect(runbookLink(sources.alerts(), { ...query, ...params }), 303),
    );
  }

  const { options, optionChanges } = sources;
  const places = PLACES.filter(([path]) => path !== '/options' || options);
  if (options) {
    app.get('/options', async (_request, reply) => {
      const board = options();
      const views = board.accounts.flatMap((name) => board.account(name) ?? []);
      const changes = await withTimeout((signal) =>
        optionChanges?.(sources.clock.now() - CHANGES_MS, signal),
      );
      const body = optionsPage(sources, views, changes);
      return send(reply, { title: 'Payment options · floatwatch', here: '/options', body });
    });
  }

  app.get<{
    Params: { account: string; currency: string; walletType: string };
    Querystring: { range?: string };
  }>('/wallets/:account/:currency/:walletType', async (request, reply) => {
    const view = sources.board().account(request.params.account);
    const row = view
      ? reachVerdict([view], sources.alerts()).rows.find(
          ({ wallet }) => keyOf(wallet) === keyOf(request.params),
        )
      : undefined;
    if (!row) return reply.callNotFound();
    const range: RangeName = Object.hasOwn(RANGES, request.query.range ?? '')
      ? (request.query.range as RangeName)
      : '24h';
    const to = sources.clock.now();
    const span = { from: to - RANGES[range], to };
    const [points, polls] = await Promise.all([
      withTimeout((signal) => sources.chart?.(request.params, span, signal)),
      withTimeout((signal) => sources.polls?.(request.params.account, span, signal)),
    ]);
    const title = `${row.wallet.currency} ${row.wallet.walletType}, ${row.wallet.account} · floatwatch`;
    return send(reply, { title, here: '', body: walletPage(row, { range, points, polls, span }, sources) });
  });

  for (const [path, type, text] of [
    [STYLE_PATH, 'text/css; charset=utf-8', STYLE],
    ['/favicon.svg', 'image/svg+xml', FAVICON],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
    );
  }

  function send(reply: FastifyReply, content: { title: string; here: string; body: Html }): FastifyReply {
    reply.header('cache-control', 'no-store').header('refresh', String(sources.refreshSeconds ?? 15));
    const text = page({ ...content, places, version: sources.version });
    return reply.type('text/html; charset=utf-8').send(text);
  }
}
