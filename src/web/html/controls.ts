// The parts of forms. Every form is a plain GET: its answer has an address that can be shared, and it needs no script.
import { texts } from '../texts/texts.ts';
import { type Content, type Html, html } from './html.ts';

const MAX_CHOICES = 500;

/** A choice: its value in the address, and what people read. An empty value restricts nothing. */
export type Choice = readonly [value: string, words: string];

export function select(
  name: string,
  label: string,
  { choices, chosen = '' }: { readonly choices: readonly Choice[]; readonly chosen?: string | undefined },
): Html {
  return html`<label class="field"><span>${label}</span><select name="${name}">${choices.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select></label>`;
}

/** The choices and, if none of them is chosen, the value that is: the answer is limited to it, too. */
export function withChosen(choices: readonly Choice[], chosen: string | undefined): readonly Choice[] {
  const known = chosen === undefined || choices.some(([value]) => value === chosen);
  return known ? choices : [...choices, [chosen, chosen]];
}

/**
 * A choice of one name or all; a text field where there are very many names. A chosen name stays a choice even when it no
 * longer exists, as the answer is limited to it. Nothing where there is nothing to choose.
 */
export function oneOrAll(
  name: string,
  label: string,
  { names, chosen }: { readonly names: Iterable<string>; readonly chosen: string | undefined },
): Content {
  const all = [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])];
  if (all.length <= 1 && chosen === undefined) return null;
  if (all.length > MAX_CHOICES) return typedName(name, label, chosen);
  const choices: readonly Choice[] = [['', texts.common.all], ...all.map((each) => [each, each] as const)];
  return select(name, label, { choices, chosen });
}

function typedName(name: string, label: string, value?: string): Html {
  return input(name, label, { type: 'search', value, hint: texts.common.all });
}

/**
 * A folded list of names, several of which can be ticked; none ticked means all. A chosen name can be taken back even
 * when it isn't offered. Where there are very many names, one more can be typed.
 */
export function boxes(
  name: string,
  label: string,
  { names, chosen }: { readonly names: readonly string[]; readonly chosen: readonly string[] },
): Html {
  const areMany = names.length > MAX_CHOICES;
  const all = [...new Set([...(areMany ? [] : names), ...chosen])].sort();
  const says = chosen.length > 0 ? chosen.join(', ') : texts.common.all;
  return html`<details class="field boxes" id="boxes-${name}"><summary><span>${label}</span> <b>${says}</b></summary>
<fieldset><legend class="visually-hidden">${label}</legend>${all.map(
    (each) =>
      html`<label><input type="checkbox" name="${name}" value="${each}"${chosen.includes(each) && html` checked`}> <span>${each}</span></label>`,
  )}${areMany && typedName(name, label)}</fieldset></details>`;
}

export function input(
  name: string,
  label: string,
  {
    type,
    value = '',
    hint,
  }: { readonly type: string; readonly value?: string | undefined; readonly hint?: string },
): Html {
  const step = type === 'datetime-local' && html` step="1"`;
  return html`<label class="field"><span>${label}</span><input name="${name}" type="${type}" value="${value}"${step}${
    hint !== undefined && html` placeholder="${hint}"`
  }></label>`;
}

/** A form that asks for `path` again; its button says what happens then. */
export function form(
  path: string,
  { label, submit, fields }: { readonly label: string; readonly submit: string; readonly fields: Content },
): Html {
  return html`<form class="ask" method="get" action="${path}" role="search" aria-label="${label}">${fields}<button type="submit">${submit}</button></form>`;
}

/** A path with the parameters that aren't empty; a list stands once for each of its values. */
export function address(
  path: string,
  parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of typeof value === 'object' ? value : [value ?? ''])
      if (each !== '') query.append(name, String(each));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A sentence about a question that isn't understood. */
export function mistake(sentence: string): Html {
  return html`<p class="mistake" role="alert">${sentence}</p>`;
}

/** A sentence about a name in a question that nothing has: it is why the answer is empty. */
export function strangerNote(sentence: string): Html {
  return html`<p class="mistake">${sentence}</p>`;
}

/** Links to the pages of a list; nothing when there is only one. */
export function pager(page: number, pages: number, addressOf: (page: number) => string): Content {
  if (pages <= 1) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  const links = near.map((n, i) => {
    const skipped = i > 0 && n - near[i - 1]! > 1 && html`<span class="quiet">…</span>`;
    return n === page
      ? html`${skipped}<a href="${addressOf(n)}" aria-current="page">${n}</a>`
      : html`${skipped}<a href="${addressOf(n)}">${n}</a>`;
  });
  return html`<nav class="pager" aria-label="${texts.common.frame.pagesOfTheList}">${links}</nav>`;
}
