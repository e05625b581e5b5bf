// `/runbook`: docs/runbook.md as a page, so that an alert's link leads somewhere on the night it is needed.
import { type Content, type Html, html } from '../html/html.ts';

/**
 * Renders Markdown as the runbook uses it: headings (the anchors of alerts), paragraphs, numbered lists, code, bold,
 * links.
 */
export function runbookPage(markdown: string): Html {
  const blocks = markdown.trim().split(/\n{2,}/);
  return html`<article class="card prose">${blocks.map((block) => [renderBlock(block), '\n'])}</article>`;
}

function renderBlock(block: string): Html {
  const [, hashes, title] = /^(#{1,3}) (.+)$/.exec(block) ?? [];
  if (hashes && title) {
    const id = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return hashes.length === 1 ? html`<h1>${title}</h1>` : html`<h2 id="${id}">${title}</h2>`;
  }
  const items = block.split(/\n(?=(?:\d+\.|-) )/);
  if (items.every((item) => /^\d+\. /.test(item))) {
    return html`<ol>${items.map((item) => html`<li>${renderInline(item.replace(/^\d+\. /, ''))}</li>`)}</ol>`;
  }
  if (items.every((item) => item.startsWith('- '))) {
    return html`<ul>${items.map((item) => html`<li>${renderInline(item.slice(2))}</li>`)}</ul>`;
  }
  return html`<p>${renderInline(block)}</p>`;
}

function renderInline(text: string): Content {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    const [, name, to] = /^\[([^\]]+)\]\(([^)]*)\)$/.exec(part) ?? [];
    if (to === undefined) return part;
    // Other documents aren't pages, so the text names their files as they are called beside the runbook.
    return to.startsWith('#') ? html`<a href="${to}">${name}</a>` : html`${name}, <code>docs/${to}</code>`;
  });
}
