// A template tag for HTML. Every value is escaped, except markup that the tag itself has made.

const MADE_HERE = Symbol('html');

/** Markup that was made by {@link html}; no other code can make one. */
export interface Html {
  readonly [MADE_HERE]: string;
}
export type Content = Html | string | number | null | undefined | false | readonly Content[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes for text and for quoted attributes alike; joins lists; `null`, `undefined` and `false` become nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = strings[0]!;
  values.forEach((value, i) => {
    text += render(value) + strings[i + 1]!;
  });
  return { [MADE_HERE]: text };
}

/** The markup as text, to be sent. */
export function toText(markup: Html): string {
  return markup[MADE_HERE];
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') {
    return MADE_HERE in value ? value[MADE_HERE] : (value as readonly Content[]).map(render).join('');
  }
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
