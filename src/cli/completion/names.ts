// Finds names in a configuration, for the shell to complete. The file may be half written: unreadable parts are left out.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import type { NameKind } from './tree.ts';

/** The names in the order of the file, each once; none from a file that can't be read. */
export function namesIn(file: string, kind: NameKind): readonly string[] {
  try {
    const root: unknown = parseDocument(readFileSync(file, 'utf8')).toJS();
    return [...new Set(READ[kind](root))];
  } catch {
    return [];
  }
}

const READ: Readonly<Record<NameKind, (root: unknown) => readonly string[]>> = {
  accounts: (root) => list(root, 'accounts').flatMap(nameOf),
  wallets: (root) =>
    list(root, 'accounts').flatMap((account) =>
      nameOf(account).flatMap((name) =>
        list(account, 'expect')
          .filter(isText)
          .map((key) => `${name}/${key}`),
      ),
    ),
  rules: (root) => list(part(root, 'alerts'), 'rules').flatMap(nameOf),
  receivers(root) {
    const alerts = part(root, 'alerts');
    const others = Object.values(Object(part(alerts, 'receivers')) as object).flat();
    const alertmanagers = list(alerts, 'alertmanagers').map((one) => (isText(one) ? one : part(one, 'url')));
    return [...alertmanagers.filter(isText), ...[...list(alerts, 'webhooks'), ...others].flatMap(nameOf)];
  },
};

function part(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (of as Readonly<Record<string, unknown>>)[name] : undefined;
}

function list(of: unknown, name: string): readonly unknown[] {
  const found = part(of, name);
  return Array.isArray(found) ? found : [];
}

function nameOf(one: unknown): string[] {
  return [part(one, 'name')].filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
