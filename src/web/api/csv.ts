// Reads whether a request asks for CSV or JSON, and sends CSV.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawQuery, singleValues } from '../views/question.ts';

/** The answer to any other `format`. */
export const FORMAT_MISTAKE = 'format is csv or json.';

/**
 * The format that a request asks for: `format` decides, else `Accept`: CSV if it names CSV, and not after JSON.
 * `undefined` for any other `format`.
 */
export function readFormat({ query, headers }: FastifyRequest): 'csv' | 'json' | undefined {
  const { format } = singleValues(query as RawQuery);
  if (format !== undefined) return format === 'csv' || format === 'json' ? format : undefined;
  const { accept = '' } = headers;
  const csv = accept.indexOf('text/csv');
  const json = accept.indexOf('application/json');
  return csv !== -1 && (json === -1 || csv < json) ? 'csv' : 'json';
}

/** Sends CSV as a file with this name. */
export function sendCsv(reply: FastifyReply, name: string, csv: AsyncIterable<string>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(csv, { objectMode: false }));
}
