// The answer where an address leads nowhere: a sentence and links that lead on.
import type { FastifyReply } from 'fastify';
import { html } from '../html/html.ts';
import { texts } from '../texts/texts.ts';
import type { PageContext } from './context.ts';

/** Answers a browser with a page; everyone else with a line. `said`: why there is nothing, where that is known. */
export function sendNotFound(
  reply: FastifyReply,
  accept: string | undefined,
  context: PageContext | undefined,
  said?: string,
) {
  if (!context || !accept?.includes('text/html'))
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send(`${said ?? 'There is nothing here.'}\n`);
  const words = texts.common.notFound;
  const body = html`<section class="card prose"><h1>${words.heading}</h1>
<p>${said ?? words.why}</p>
<p><a href="/">${words.wallets}</a> · <a href="/alerts">${words.alerts}</a> · <a href="/accounts">${words.accounts}</a></p></section>`;
  return context.send(reply, {
    title: texts.common.frame.titleOf(words.title),
    here: '',
    body,
    status: 404,
    live: false,
  });
}
