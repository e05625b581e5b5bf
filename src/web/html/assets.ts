// Scripts for browsers. floatwatch serves them itself, and their paths are named after their content, so that they can be
// cached for ever. Every page works without them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A file as it is sent. */
export interface Asset {
  readonly path: string;
  readonly text: string;
}

const OURS = new URL('../../../assets/', import.meta.url);
const require = createRequire(import.meta.url);

/** Keeps an open page up to date. */
export const LIVE_SCRIPT = asset('live', 'js', text(new URL('live.js', OURS)));
/** Draws charts; contains the library that it uses. */
export const CHART_SCRIPT = asset(
  'chart',
  'js',
  `${text(require.resolve('uplot/dist/uPlot.iife.min.js'))}\n${text(new URL('chart.js', OURS))}`,
);
/** The library's own style. */
export const CHART_STYLE = text(require.resolve('uplot/dist/uPlot.min.css'));

/** A file whose path changes with its content. */
export function asset(name: string, extension: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path: `/${name}-${digest}.${extension}`, text };
}

function text(file: string | URL): string {
  return readFileSync(file, 'utf8');
}
