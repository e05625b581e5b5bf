// The parts of forms, addresses, and links to the pages of a list.
import { describe, expect, test } from 'vitest';
import {
  address,
  boxes,
  form,
  input,
  mistake,
  oneOrAll,
  pager,
  select,
} from '../../../src/web/html/controls.ts';
import { type Content, html, toText } from '../../../src/web/html/html.ts';

const text = (content: Content) => toText(html`${content}`);
const many = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);

test.each([
  ['/', {}, '/'],
  ['/', { a: '', b: undefined, c: [] }, '/'],
  ['/x', { a: '1', b: 2, c: 0 }, '/x?a=1&b=2&c=0'],
  ['/x', { a: ['1', '', '2 & 3'] }, '/x?a=1&a=2+%26+3'],
])('%s of %o is %s', (path, parameters, told) => {
  expect(address(path, parameters)).toBe(told);
});

test('a choice marks what is chosen: without one what restricts nothing', () => {
  const choices = [
    ['', 'All'],
    ['a', 'The a'],
  ] as const;
  expect(text(select('s', 'State', { choices, chosen: 'a' }))).toBe(
    '<label class="field"><span>State</span><select name="s"><option value="">All</option><option value="a" selected>The a</option></select></label>',
  );
  expect(text(select('s', 'State', { choices }))).toContain('<option value="" selected>All</option>');
  expect(text(select('s', 'State', { choices, chosen: 'gone' }))).not.toContain('selected');
});

describe('one or all', () => {
  const valuesOf = (names: readonly string[], chosen?: string) =>
    [...text(oneOrAll('n', 'Name', { names, chosen })).matchAll(/ value="([^"]*)"( selected)?/g)].map(
      ([, value, selected]) => (selected ? `${value}*` : value),
    );

  test.each([
    ['nothing of no name', [], undefined, []],
    ['nothing of one name', ['a'], undefined, []],
    ['a choice of two', ['a', 'b'], undefined, ['*', 'a', 'b']],
    ['each name once', ['a', 'b', 'a'], 'b', ['', 'a', 'b*']],
    ['one name, if it is chosen', ['a'], 'a', ['', 'a*']],
    ['a chosen name that no longer exists', ['a'], 'b', ['', 'a', 'b*']],
    ['a chosen name alone', [], 'b', ['', 'b*']],
  ] as const)('is %s', (_title, names, chosen, values) => {
    expect(valuesOf(names, chosen)).toEqual(values);
  });

  test('is a text field where there are more than five hundred', () => {
    expect(valuesOf(many(500))).toHaveLength(501);
    expect(text(oneOrAll('n', 'Name', { names: many(501), chosen: 'n7' }))).toBe(
      '<label class="field"><span>Name</span><input name="n" type="search" value="n7" placeholder="All"></label>',
    );
  });
});

describe('boxes', () => {
  const told = (names: readonly string[], chosen: readonly string[]) => {
    const markup = text(boxes('n', 'Names', { names, chosen }));
    return {
      says: /<b>(.*?)<\/b>/.exec(markup)?.[1],
      ticked: [...markup.matchAll(/value="([^"]*)" checked/g)].map(([, name]) => name),
      open: [...markup.matchAll(/type="checkbox" name="n" value="([^"]*)">/g)].map(([, name]) => name),
      typed: markup.includes('type="search"'),
    };
  };

  test('are ticked by what is chosen, in the order of names; none means all', () => {
    expect(told(['b', 'a'], [])).toEqual({ says: 'All', ticked: [], open: ['a', 'b'], typed: false });
    expect(told(['b', 'a'], ['b', 'gone'])).toEqual({
      ...{ says: 'b, gone', ticked: ['b', 'gone'], open: ['a'], typed: false },
    });
  });

  test('of more than five hundred names are those that are chosen, and one more can be typed', () => {
    expect(told(many(500), []).open).toHaveLength(500);
    expect(told(many(500), []).typed).toBe(false);
    expect(told(many(501), ['n7'])).toEqual({ says: 'n7', ticked: ['n7'], open: [], typed: true });
  });
});

test.each([
  ['date', '2026-11-21', undefined, '<input name="n" type="date" value="2026-11-21"></label>'],
  ['date', undefined, undefined, '<input name="n" type="date" value=""></label>'],
  ['datetime-local', '', undefined, '<input name="n" type="datetime-local" value="" step="1"></label>'],
  ['search', '"', 'All', '<input name="n" type="search" value="&quot;" placeholder="All"></label>'],
])('a field of %s with %j', (type, value, hint, told) => {
  const options = { type, value, ...(hint !== undefined && { hint }) };
  expect(text(input('n', 'Name', options))).toBe(`<label class="field"><span>Name</span>${told}`);
});

test('a form asks its own page again', () => {
  expect(text(form('/at', { label: 'Choose', submit: 'Show', fields: 'x' }))).toBe(
    '<form class="ask" method="get" action="/at" role="search" aria-label="Choose">x<button type="submit">Show</button></form>',
  );
  expect(text(mistake('No <day>.'))).toBe('<p class="mistake" role="alert">No &lt;day&gt;.</p>');
});

test.each([
  [1, 0, ''],
  [1, 1, ''],
  [1, 2, '[1] 2'],
  [2, 2, '1 [2]'],
  [2, 3, '1 [2] 3'],
  [1, 3, '[1] 2 3'],
  [1, 9, '[1] 2 … 9'],
  [2, 9, '1 [2] 3 … 9'],
  [3, 9, '1 2 [3] 4 … 9'],
  [5, 9, '1 … 4 [5] 6 … 9'],
  [8, 9, '1 … 7 [8] 9'],
  [9, 9, '1 … 8 [9]'],
])('on page %d of %d the links are %s', (page, pages, links) => {
  const markup = text(pager(page, pages, (to) => `/?page=${to}`));
  if (links !== '') expect(markup).toMatch(/^<nav class="pager" aria-label="Pages of the list">/);
  const told = markup
    .replace(/<a href="\/\?page=(\d+)" aria-current="page">\1<\/a>/g, '[$1] ')
    .replace(/<a href="\/\?page=(\d+)">\1<\/a>/g, '$1 ')
    .replace(/<span class="quiet">…<\/span>/g, '… ')
    .replace(/<[^>]+>/g, '');
  expect(told.trim()).toBe(links);
});
