// The pages in this process, without a server: what each answers, in lines that can be read and compared.
import Fastify from 'fastify';
import type { Alert } from '../../../src/domain/alert.ts';
import { episodePath } from '../../../src/monitor/alerts/episode.ts';
import { withoutSchemas } from '../../../src/net/without-schemas.ts';
import { createPageContext } from '../../../src/web/pages/context.ts';
import { sendNotFound } from '../../../src/web/pages/not-found.ts';
import { registerPages } from '../../../src/web/pages/pages.ts';
import type { PageSources } from '../../../src/web/sources.ts';
import { createStatus } from '../../../src/web/status.ts';
import { createHouse, type House } from '../../metrics/house.ts';
import { alertOfDesk, fillDesk, sourcesOfDesk } from '../desk.ts';
import { LOW } from '../start.ts';

export interface Pages {
  readonly house: House;
  readonly alerts: Alert[];
  /** The answer as `readable` has it. */
  readonly ask: (path: string) => Promise<string>;
  /** @default accept 'text/html' */
  readonly answer: (path: string, accept?: string) => ReturnType<typeof answerOf>;
}

/** The pages of an empty house of the accounts acme and zeta; with other sources. */
export function openEmpty(more: (house: House) => Partial<PageSources> = () => ({})): Pages {
  const alerts: Alert[] = [];
  const house = createHouse(['acme', 'zeta']);
  const sources: PageSources = {
    ...{ clock: house.clock, board: () => house.board, alerts: () => alerts, accounts: () => [] },
    ...{ version: '0.1.0', rules: () => [LOW], ...more(house) },
  };
  const app = Fastify(withoutSchemas);
  const context = createPageContext(sources, createStatus(sources));
  app.setNotFoundHandler((request, reply) => sendNotFound(reply, request.headers.accept, context));
  registerPages(app, context);
  const answer = (path: string, accept = 'text/html') => answerOf(app, path, accept);
  return { house, alerts, answer, ask: async (path) => readable(await answer(path)) };
}

/** The pages with everything that they can show. */
export function openDesk(more: Partial<PageSources> = {}): Pages {
  const pages = openEmpty((house) => ({ ...sourcesOfDesk(() => house), ...more }));
  fillDesk(pages);
  return pages;
}

/** The desk with this alert alone. */
export function openAlert(change: Partial<Alert>, more: Partial<PageSources> = {}): Pages {
  const pages = openDesk(more);
  pages.alerts.splice(0, pages.alerts.length, alertOfDesk(change));
  return pages;
}

/** What the page of an alert that fires tells, without the markup of names and times. */
export async function toldOfAlert(more: Partial<PageSources>, change: Partial<Alert> = {}): Promise<string> {
  const pages = openAlert(change, more);
  const text = await pages.ask(episodePath(pages.alerts[0]!));
  return text.replace(/<time [^>]*>|<\/?(?:time|b|code|wbr)>/g, '');
}

async function answerOf(app: ReturnType<typeof Fastify>, path: string, accept: string) {
  const { statusCode, headers, body } = await app.inject({ url: path, headers: { accept } });
  return { status: statusCode, headers, text: body };
}

const LINE =
  /(?=<(?:section|article|div|h\d|p|table|caption|thead|tbody|tfoot|tr|th|td|[oud]l|li|d[td]|form|label|select|option|button|nav|details|summary|fieldset|legend|svg|input|feed|entry)[ >])/g;

/**
 * What a page says of itself, then its main part: a line for each element that stands by itself, and icons by their
 * level.
 */
function readable({ status, headers, text }: Awaited<ReturnType<typeof answerOf>>): string {
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? 'none';
  const main = found(/<main id="main">(.*)<\/main>/s);
  const head = {
    status,
    cached: headers['cache-control'],
    title: found(/<title>(.*?)<\/title>/),
    'marked in the navigation': found(/<a href="([^"]*)" aria-current="page">[^<]*<\/a>.*?<\/header>/),
    'icon of the tab': found(/favicon-(\w+)/),
    'asked for again after, in seconds': found(/data-refresh="(\d+)"/),
    'without script': found(/http-equiv="refresh" content="(\d+)"/),
    'draws a chart': /"\/chart-\w+\.js"/.test(text),
  };
  const lines = main
    .replace(/<svg class="icon (\w+)".*?<\/svg>/g, '[icon: $1]')
    .replace(/ (?:role="(?:table|rowgroup|row|cell|rowheader|columnheader)"|scope="\w+")/g, '')
    .replace(LINE, '\n')
    .split(/\s*\n/)
    .filter((line) => line !== '');
  const told = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return `${told.join('\n')}\n\n${lines.join('\n')}\n`;
}
