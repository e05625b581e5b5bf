// The routes of the pages for people, with their style sheet and icon.
import type { FastifyInstance } from 'fastify';
import { type Asset, CHART_SCRIPT, LIVE_SCRIPT } from '../html/assets.ts';
import { FAVICONS, faviconPath } from '../html/layout.ts';
import { STYLE, STYLE_PATH } from '../html/style.ts';
import { texts } from '../texts/texts.ts';
import type { StatusLevel } from '../verdict.ts';
import { registerAccountPage } from './account.ts';
import { registerAccountsPage } from './accounts.ts';
import { registerAlertPage } from './alert.ts';
import { registerAlertsPage } from './alerts.ts';
import { registerAtPage } from './at.ts';
import { registerAtom } from './atom.ts';
import type { PageContext } from './context.ts';
import { registerOptionsPage } from './options.ts';
import { registerPlanPage } from './plan.ts';
import { runbookPage } from './runbook.ts';
import { type AlertName, runbookLink } from './runbook-link.ts';
import { registerStatementPage } from './statement.ts';
import { registerStatusPage } from './status.ts';
import { registerWalletPage } from './wallet.ts';

/** Registers every page that the sources can answer; a page whose source is missing doesn't exist. */
export function registerPages(app: FastifyInstance, context: PageContext): void {
  const { sources, send } = context;
  registerStatusPage(app, context);
  registerAccountPage(app, context);
  registerAccountsPage(app, context);
  registerWalletPage(app, context);
  registerAlertsPage(app, context);
  registerAlertPage(app, context);
  registerAtom(app, sources);
  if (sources.plan) registerPlanPage(app, context, sources.plan);
  if (sources.options) registerOptionsPage(app, context, sources.options);
  if (sources.at) registerAtPage(app, context, sources.at);
  if (sources.statement) registerStatementPage(app, context, sources.statement);

  const { runbook } = sources;
  if (runbook !== undefined) {
    const body = runbookPage(runbook);
    app.get('/runbook', (_request, reply) =>
      send(reply, { title: texts.common.frame.titleOf(texts.common.runbook), here: '', body, live: false }),
    );
    app.get<{ Params: { rule: string }; Querystring: Omit<AlertName, 'rule'> }>(
      '/runbook/:rule',
      ({ params, query }, reply) =>
        reply
          .header('cache-control', 'no-store')
          .redirect(runbookLink(sources.alerts(), { ...query, ...params }), 303),
    );
  }

  for (const { path, text, type } of files()) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
    );
  }
}

/** The files that pages load: floatwatch serves all of them itself. */
function files(): readonly (Asset & { readonly type: string })[] {
  const icons = Object.entries(FAVICONS) as [StatusLevel, string][];
  return [
    { path: STYLE_PATH, text: STYLE, type: 'text/css; charset=utf-8' },
    ...[LIVE_SCRIPT, CHART_SCRIPT].map((script) => ({ ...script, type: 'text/javascript; charset=utf-8' })),
    ...icons.map(([level, text]) => ({ path: faviconPath(level), text, type: 'image/svg+xml' })),
  ];
}
