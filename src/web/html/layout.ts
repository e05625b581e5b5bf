// The frame around every page.
import { type Content, type Html, html, toText } from './html.ts';
import { STYLE_PATH } from './style.ts';

export interface Frame {
  readonly title: string;
  /** The path of the page among {@link PLACES}, to mark it. */
  readonly here: string;
  readonly places: readonly (readonly [path: string, name: string])[];
  readonly version: string;
  readonly body: Content;
}

/** A whole page as text. */
export function page({ title, here, places, version, body }: Frame): string {
  const links = places.map(
    ([path, name]) => html`<a href="${path}"${path === here ? html` aria-current="page"` : null}>${name}</a>`,
  );
  return `<!doctype html>\n${toText(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="name" href="/">${LOGO}floatwatch</a><nav aria-label="Pages">${links}</nav></header>
<main id="main">
${body}
</main>
<footer><p>floatwatch ${version} · amounts are the service’s own, to the last digit</p>
<p><a href="/metrics">Metrics</a> <a href="/api/openapi.json">API</a></p></footer>
</body>
</html>
`)}`;
}

const LOGO: Html = html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M3 13c3-4 6-4 9 0s6 4 9 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><circle cx="12" cy="7" r="3" fill="currentColor"/></svg>`;

/** The same mark, standing alone. */
export const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 15c3-4 6-4 9 0s6 4 9 0" fill="none" stroke="#0f766e" stroke-width="2.5" stroke-linecap="round"/><circle cx="12" cy="7.5" r="3.5" fill="#0f766e"/></svg>';
