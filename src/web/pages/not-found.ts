// What stands where nothing is: a sentence and a way on.
import type { FastifyReply } from 'fastify';
import { html } from '../html/html.ts';
import type { PageContext } from './context.ts';

/** Answers a browser with a page; everyone else with a line. */
export function sendNotFound(
  reply: FastifyReply,
  accept: string | undefined,
  context: PageContext | undefined,
) {
  if (!context || !accept?.includes('text/html'))
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n');
  const body = html`<section class="card prose"><h1>There is nothing here</h1>
<p>The address may be mistyped, or it is about a wallet, an account or an alert that isn’t known any more.</p>
<p><a href="/">All wallets</a> · <a href="/alerts">Alerts</a> · <a href="/accounts">Accounts</a></p></section>`;
  return context.send(reply, {
    title: 'Nothing here · floatwatch',
    here: '',
    body,
    status: 404,
    live: false,
  });
}
