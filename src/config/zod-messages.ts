// Turns the issues of zod into sentences, each with the path of its setting. Called by load.ts.
import type { z } from 'zod';
import { nearest } from '../domain/spelling.ts';
import type { Path } from './problem.ts';
import type { Tree } from './yaml/yaml.ts';

/** A sentence about a setting's value or, if `ofName`, about its name. */
export interface Said {
  readonly path: Path;
  readonly message: string;
  readonly ofName?: true;
}

/** The problems of one issue of zod: one for each setting that it concerns. */
export function inWords(issue: z.core.$ZodIssue, tree: Tree, base: Path = []): Said[] {
  const path = [...base, ...(issue.path as Path)];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [, ...known] = issue.message.split('\n'); // see section() in settings.ts
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `is no setting; ${nearest(key, known)}`,
        ofName: true,
      }));
    }
    case 'invalid_union': {
      // The item of a list that has a short form, a text, and a long form, a section.
      const meant = issue.errors[typeof valueInTree(tree.root, path) === 'object' ? 1 : 0] ?? [];
      return meant.flatMap((inner) => inWords(inner, tree, path));
    }
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({
        path,
        message: `its name ${message.replace(', not <got>', '')}`,
        ofName: true,
      }));
    case 'invalid_type':
      return [{ path, message: sayForm(issue, valueInTree(tree.root, path) === undefined) }];
    default:
      return [{ path, message: issue.message }];
  }
}

/**
 * Fills in `<got>` as the file says it, shortened. It shows neither the value of a variable nor a password in an address.
 *
 * The message says it when the variable of a required setting is empty.
 */
export function filledIn(message: string, tree: Tree, path: Path): string {
  const source = withoutPassword((tree.source(path) ?? '').trim());
  const short = source.length > 60 ? `${source.slice(0, 60)}…` : source;
  if (message.startsWith('is required') && short.includes('$')) return `${message} (${short} came out empty)`;
  return message.replaceAll('<got>', () => {
    const value = valueInTree(tree.root, path);
    if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a section';
    if (short === '') return value === undefined ? 'nothing' : 'what the alias brings';
    return short;
  });
}

/**
 * Removes what stands between the first `//` and the last `@`. A pattern would read on to the end from each `//` of a large
 * file.
 */
function withoutPassword(source: string): string {
  const from = source.indexOf('//');
  const to = source.lastIndexOf('@');
  return from !== -1 && to > from ? `${source.slice(0, from)}//…${source.slice(to)}` : source;
}

/** Says which form a value must have. For an empty value, the schema may have its own words. */
function sayForm({ expected, message }: z.core.$ZodIssueInvalidType, isEmpty: boolean): string {
  const form = FORMS[expected] ?? message;
  if (!isEmpty) return form;
  return message.startsWith('Invalid input') ? `is empty, and ${form}` : message;
}

const FORMS: Readonly<Record<string, string>> = {
  object: 'must be a section: settings by their names, each on a line of its own and indented',
  record: 'must be a section: texts by their names, each on a line of its own and indented',
  array: 'must be a list: each item behind a dash on a line of its own, or [all, in, brackets]',
};

/** As `valueAt` of valid.ts, but the path may also lead through lists. */
function valueInTree(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
    root,
  );
}
