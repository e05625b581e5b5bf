// Shared by the routes of pages: their sources, and how a page is sent.
import type { FastifyReply } from 'fastify';
import type { Html } from '../html/html.ts';
import { page } from '../html/layout.ts';
import type { AccountInfo, PageSources } from '../sources.ts';
import type { Status } from '../status.ts';
import { texts } from '../texts/texts.ts';

const REFRESH_SECONDS = 15;

export interface PageContent {
  readonly title: string;
  /** The path of the page among those of the navigation, to mark it; empty: none. */
  readonly here: string;
  readonly body: Html;
  /** @default 200 */
  readonly status?: number;
  /** Whether the page is about now, and changes while it is open. @default true */
  readonly live?: boolean;
  /** Whether the page has a chart. @default false */
  readonly chart?: boolean;
}

export interface PageContext {
  readonly sources: PageSources;
  readonly statusNow: () => Promise<Status>;
  send(reply: FastifyReply, content: PageContent): Promise<FastifyReply>;
}

/** The pages of the navigation, without those whose source is missing. */
function placesOf({
  plan,
  options,
  at,
  statement,
}: PageSources): readonly (readonly [path: string, name: string])[] {
  const all = [
    ['/', texts.wallets.place, true],
    ['/plan', texts.plan.title, plan !== undefined],
    ['/at', texts.at.place, at !== undefined],
    ['/statement', texts.statement.place, statement !== undefined],
    ['/alerts', texts.alerts.place, true],
    ['/options', texts.options.place, options !== undefined],
    ['/accounts', texts.accounts.place, true],
  ] as const;
  return all.filter(([, , exists]) => exists).map(([path, name]) => [path, name]);
}

export function createPageContext(sources: PageSources, statusNow: () => Promise<Status>): PageContext {
  const places = placesOf(sources);
  return {
    sources,
    statusNow,
    async send(reply, { status = 200, live = true, chart = false, ...content }) {
      const { clock, refreshSeconds = REFRESH_SECONDS, version } = sources;
      const { verdict } = await statusNow();
      const text = page({
        ...{ ...content, places, version, chart },
        notice: sources.notice?.() ?? null,
        ...{ level: verdict.level, now: clock.now() },
        refreshSeconds: live ? refreshSeconds : null,
      });
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(text);
    },
  };
}

/** The time zone of an account's business day; UTC for an account that is no longer configured. */
export function timezoneOf(sources: Pick<PageSources, 'accounts'>, account: string): string {
  return sources.accounts().find((each: AccountInfo) => each.account === account)?.timezone ?? 'UTC';
}

/** As {@link timezoneOf}, for many accounts. */
export function timezonesOf(sources: Pick<PageSources, 'accounts'>): (account: string) => string {
  const zones = new Map(sources.accounts().map(({ account, timezone }) => [account, timezone]));
  return (account) => zones.get(account) ?? 'UTC';
}
