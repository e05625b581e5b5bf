// Which routes answer CSV as well as JSON: how that is asked for, and how it is sent.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawQuery, singleValues } from '../views/question.ts';

/** What is said of any other `format`. */
export const FORMAT_MISTAKE = 'format is csv or json.';

/** By `format`, else by what is accepted: CSV where it is named, and not after JSON. `undefined` for another format. */
export function readFormat({ query, headers }: FastifyRequest): 'csv' | 'json' | undefined {
  const { format } = singleValues(query as RawQuery);
  if (format !== undefined) return format === 'csv' || format === 'json' ? format : undefined;
  const { accept = '' } = headers;
  const csv = accept.indexOf('text/csv');
  const json = accept.indexOf('application/json');
  return csv >= 0 && (json < 0 || csv < json) ? 'csv' : 'json';
}

/** Sends CSV as a file of that name. */
export function sendCsv(reply: FastifyReply, name: string, csv: AsyncIterable<string>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(csv, { objectMode: false }));
}
