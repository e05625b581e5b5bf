// `GET /api/v1/statement`: what a bank would print: a line for each wallet and business day, as JSON in pages or as CSV.
import type { FastifyInstance } from 'fastify';
import {
  type StatementLine,
  type StatementQuery,
  statementCsv,
  statementCsvTitle,
} from '../../domain/statement.ts';
import { untilClosed } from '../http/until-closed.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { accountElsewhere, type RawQuery, singleValues } from '../views/question.ts';
import { lastWeek, readStatementQuestion, writeCursor } from '../views/statement.ts';
import { FORMAT_MISTAKE, readFormat, sendCsv } from './csv.ts';
import { inTurns } from './in-turns.ts';
import { refuseQuery, snakeCased } from './json.ts';
import { readLimit, sendOnceRead, sendPage } from './page.ts';
import {
  amount,
  count,
  cursor,
  get,
  list,
  object,
  PAST_AWAY,
  parameter,
  parameters,
  text,
  walletName,
} from './schema.ts';
import { strangerIn } from './statement-strangers.ts';

const MAX_LINES = 10_000; // on one page

type ReadStatement = NonNullable<PageSources['statement']>;

export function registerStatement(
  app: FastifyInstance,
  sources: PageSources,
  statement: ReadStatement,
): void {
  const { clock, accounts } = sources;
  app.get<{ Querystring: RawQuery }>('/api/v1/statement', async (request, reply) => {
    const { query } = request;
    const { to: today } = lastWeek(query, accounts(), clock.now());
    const usual = { from: today, to: today };
    const asked = accountElsewhere(query, sources) ?? readStatementQuestion(query, usual);
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const format = readFormat(request);
    if (format === undefined) return refuseQuery(reply, FORMAT_MISTAKE);
    const limit = readLimit(singleValues(query)['limit'], MAX_LINES);
    if (limit === undefined) return refuseQuery(reply, `limit is a number from 1 to ${MAX_LINES}.`);
    try {
      const stranger = await strangerIn(asked, sources, statement, untilClosed(reply));
      if (stranger !== undefined) return refuseQuery(reply, stranger);
    } catch {
      return refuseQuery(reply, texts.common.pastAway, 503);
    }
    // Each wallet that was ever seen is in a part, if only without lines.
    const noWallet = isAboutNobody(asked, accounts()) ? texts.statement.mistake.names : undefined;
    if (format === 'csv') {
      const read = statement({ ...asked, after: undefined }, untilClosed(reply));
      const name = `statement-${asked.from}-${asked.to}.csv`;
      return await sendOnceRead(reply, read, (parts) => sendCsv(reply, name, csvOf(parts)), noWallet);
    }
    const { from, to } = asked;
    const send = (parts: ReturnType<ReadStatement>) =>
      sendPage(reply, {
        ...{ head: { from, to }, name: 'lines', limit },
        ...{ parts, describe: snakeCased, nextAfter: writeCursor },
      });
    return await sendOnceRead(reply, statement(asked, untilClosed(reply)), send, noWallet);
  });
}

/**
 * Whether a statement without any wallet is a mistake in the question: then it names a currency, a type, or an account that
 * isn't configured. A configured account may have no wallet yet, and a further page may begin behind the last one.
 */
function isAboutNobody(
  { accounts = [], currencies = [], walletTypes = [], after }: StatementQuery,
  configured: readonly { readonly account: string }[],
): boolean {
  const isConfigured = (name: string) => configured.some(({ account }) => account === name);
  return !after && (currencies.length + walletTypes.length > 0 || !accounts.every(isConfigured));
}

/** The first part begins with the titles. */
async function* csvOf(parts: AsyncIterable<readonly StatementLine[]>): AsyncGenerator<string> {
  let head = statementCsvTitle();
  for await (const lines of parts) {
    for await (const written of inTurns(lines, (line) => statementCsv([line]))) {
      yield head + written;
      head = '';
    }
  }
  if (head !== '') yield head;
}

export function describeStatement(): object {
  const summary =
    'Opening, closing, lowest, highest, net change, inflow and outflow per wallet and business day.';
  const figures = object({
    ...{ opening: amount, closing: amount, lowest: amount, highest: amount, net_change: amount },
  });
  const line = {
    ...{ day: text, ...walletName, available: figures, actual: figures },
    ...{
      closing_uncleared: amount,
      closing_reserve: amount,
      inflow: amount,
      outflow: amount,
      samples: count,
    },
  };
  const csv = 'All lines as CSV with format=csv, or when text/csv is accepted.';
  return get(
    `${summary} ${csv}`,
    { from: text, to: text, lines: list(line), next: cursor },
    [
      parameter(
        'from',
        'A day, 2026-05-04; default today, by the clocks of the accounts if they share them, else in UTC.',
      ),
      parameter('to', 'A day; default as from.'),
      parameters('account', 'Only this one; several by standing more than once.'),
      parameters('currency', 'Only this one; several by standing more than once.'),
      parameters('wallet_type', 'Only this one; several by standing more than once.'),
      parameter('format', 'json or csv; default as Accept says, else json.'),
      parameter('limit', `Lines of a page of JSON, at most and by default ${MAX_LINES}.`),
      parameter('after', 'What the page before gave as next; the other parameters stay as they were.'),
    ],
    PAST_AWAY,
  );
}
