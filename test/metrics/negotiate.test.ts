import { expect, test } from 'vitest';
import { acceptsGzip, negotiate } from '../../src/metrics/negotiate.ts';

const OPEN = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

test.each([
  ['nothing', undefined, TEXT],
  ['anything', '*/*', TEXT],
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', TEXT],
  [
    'Prometheus 2.42',
    'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    OPEN,
  ],
  [
    'Prometheus 3',
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    `${OPEN}; escaping=allow-utf-8`,
  ],
  [
    'Prometheus 3 with protobuf first',
    'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,text/plain;version=0.0.4;q=0.3',
    TEXT,
  ],
  [
    'Prometheus 3.15',
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.7,application/openmetrics-text;version=0.0.1;q=0.6,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.3',
    `${OPEN}; escaping=allow-utf-8`,
  ],
  [
    'Prometheus 3.15 that would rather have native histograms',
    'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    `${OPEN}; escaping=allow-utf-8`,
  ],
  [
    'Prometheus 3.15 with the names of before UTF-8',
    'application/openmetrics-text;version=1.0.0;escaping=underscores;q=0.7,application/openmetrics-text;version=0.0.1;q=0.6,text/plain;version=1.0.0;escaping=underscores;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.3',
    `${OPEN}; escaping=underscores`,
  ],
  [
    'OpenMetrics 2.0 before 1.0',
    'application/openmetrics-text;version=2.0.0;escaping=allow-utf-8;q=0.8,application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.7,*/*;q=0.3',
    `${OPEN}; escaping=allow-utf-8`,
  ],
  ['the text format 1.0.0 alone', 'text/plain;version=1.0.0;escaping=allow-utf-8', TEXT],
  ['the higher quality wins', 'application/openmetrics-text;q=0.3,text/plain;q=0.9', TEXT],
  ['nought is a refusal', 'application/openmetrics-text;q=0', TEXT],
  ['a newer version that we do not speak', 'application/openmetrics-text;version=2.0.0', TEXT],
  ['a broken quality', 'application/openmetrics-text;q=high,text/plain', TEXT],
  ['an escaping of nobody', 'application/openmetrics-text;version=1.0.0;escaping="<script>"', OPEN],
  ['noise', ';;,,=;q=', TEXT],
  ['capitals and blanks', ' Application/OpenMetrics-Text ; Version=1.0.0 ; Q=1 ', OPEN],
])('%s', (_name, accept, contentType) => {
  expect(negotiate(accept).contentType).toBe(contentType);
});

/** An `Accept` that names OpenMetrics last; what stands before it may win. */
const orOpen = (more: string) => `${more}, application/openmetrics-text;q=0.5`;
test.each([
  [orOpen('text/plain'), TEXT],
  [orOpen('text/plain;version=0.0.4'), TEXT],
  [orOpen('text/plain;version="0.0.4"'), TEXT],
  [orOpen('text/plain;version=1.0.0'), OPEN],
  [orOpen('text/*'), TEXT],
  [orOpen('*/*'), TEXT],
  [orOpen('text/plain;q=0.501'), TEXT],
  [orOpen('text/plain;q=0.5'), TEXT], // the earlier one
  [orOpen('text/plain;q=0.499'), OPEN],
  [orOpen('text/plain;q=0.5011'), OPEN],
  [orOpen('text/plain;q=1.000'), TEXT],
  [orOpen('text/plain;q=1.'), TEXT],
  [orOpen('text/plain;q=1.001'), OPEN],
  [orOpen('text/plain;q=2'), OPEN],
  [orOpen('text/plain;q=.9'), OPEN],
  [orOpen('text/plain;q="0.9"'), TEXT],
  [orOpen('text/plain;qx'), TEXT], // no parameter
  ['application/openmetrics-text, text/plain', OPEN],
  ['application/openmetrics-text;version=0.0.1', OPEN],
  ['application/openmetrics-text;version="1.0.0"', OPEN],
  ['application/openmetrics-text;q=0.', TEXT],
  [`${'a/b,'.repeat(63)}application/openmetrics-text`, OPEN],
  [`${'a/b,'.repeat(64)}application/openmetrics-text`, TEXT], // that is enough of a header
])('%j is answered with %s', (accept, contentType) => {
  const { format, contentType: told } = negotiate(accept);
  expect([format, told]).toEqual([contentType === TEXT ? 'text' : 'openmetrics', contentType]);
});

test.each(['allow-utf-8', 'underscores', 'dots', 'values'])(
  'names escaped by %s are promised',
  (escaping) => {
    const { contentType } = negotiate(`application/openmetrics-text;escaping=${escaping}`);
    expect(contentType).toBe(`${OPEN}; escaping=${escaping}`);
  },
);

test.each([
  ['x-gzip', true],
  ['x-gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['*, identity', true],
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['gzip;q=0', false],
  ['identity', false],
  ['*', true],
  ['*;q=0.5, gzip;q=0', false],
  ['deflate, GZIP;q=0.1', true],
])('Accept-Encoding %s: gzip %s', (header, gzip) => {
  expect(acceptsGzip(header)).toBe(gzip);
});
