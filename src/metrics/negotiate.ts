// Chooses the format and encoding for a scraper by its headers. No part of them is echoed: each answer is one of a closed
// list. Used by `metrics.ts`.
import type { Format } from './family.ts';

export interface Negotiated {
  readonly format: Format;
  readonly contentType: string;
}

const ESCAPINGS = ['allow-utf-8', 'underscores', 'dots', 'values'];

/**
 * Chooses by the q-values of an `Accept` header; the earlier range wins a tie.
 *
 * Without a header, or when it names nothing that we serve, the format is text 0.0.4: no scraper is refused for its header.
 */
export function negotiate(accept: string | undefined): Negotiated {
  let best: { format: Format; escaping: string | undefined; q: number } | undefined;
  for (const { value, params, q } of parseQualityList(accept ?? '')) {
    const format = formatOf(value, params.get('version'));
    if (format && q > (best?.q ?? 0)) best = { format, escaping: params.get('escaping'), q };
  }
  if (best?.format !== 'openmetrics') {
    return { format: 'text', contentType: 'text/plain; version=0.0.4; charset=utf-8' };
  }
  const escaping = ESCAPINGS.find((known) => known === best.escaping);
  const contentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  return {
    format: 'openmetrics',
    contentType: escaping ? `${contentType}; escaping=${escaping}` : contentType,
  };
}

/** Whether an `Accept-Encoding` header allows gzip; no header means no. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  let any = false;
  for (const { value, q } of parseQualityList(acceptEncoding ?? '')) {
    if (value === 'gzip' || value === 'x-gzip') return q > 0;
    if (value === '*') any = q > 0;
  }
  return any;
}

function formatOf(type: string, version: string | undefined): Format | undefined {
  switch (type) {
    case 'application/openmetrics-text':
      return version === undefined || version === '1.0.0' || version === '0.0.1' ? 'openmetrics' : undefined;
    case 'text/plain':
      return version === undefined || version === '0.0.4' ? 'text' : undefined;
    case 'text/*':
    case '*/*':
      return 'text';
    default:
      return undefined;
  }
}

/** The elements of a header such as `Accept`; broken ones are left out, and at most 64 are read. */
function* parseQualityList(header: string) {
  for (const element of header.split(',', 64)) {
    const [value = '', ...rest] = element.split(';').map((part) => part.trim().toLowerCase());
    if (value === '') continue;
    const params = new Map<string, string>();
    for (const part of rest) {
      const equals = part.indexOf('=');
      if (equals > 0)
        params.set(
          part.slice(0, equals).trim(),
          part
            .slice(equals + 1)
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        );
    }
    const quality = params.get('q') ?? '1';
    if (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality)) yield { value, params, q: Number(quality) };
  }
}
