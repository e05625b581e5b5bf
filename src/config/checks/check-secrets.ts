// Checks every secret of the file: it is given once, readable, and fit for its use. Called by checks.ts.
import { isAbsolute } from 'node:path';
import { isLoopbackHost } from '../../net/address.ts';
import type { Path } from '../problem.ts';
import { flawOfDatabaseUrl, flawOfSecretUrl } from '../schema/address.ts';
import { RECEIVER_SECTIONS } from '../schema/schema-receivers.ts';
import { flag } from '../schema/settings.ts';
import { flawOfHeader, type Secret, type SecretCheck } from '../secret.ts';
import { entries, type Findings, isSection, list, valueAt } from '../valid.ts';
import { accessSections } from './check-access.ts';

/** Opens a secret file by the path in the configuration; throws an error that says what is wrong with it. */
export type OpenSecret = (path: string, check?: SecretCheck) => Secret;

/** Checks that every secret stands either in the configuration or in a file, not both, and that its file can be read now. */
export function checkSecrets(root: unknown, findings: Findings, open: OpenSecret): void {
  const file = entries(root);
  const look = (section: unknown, path: Path, name: string, needed: boolean, check?: SecretCheck): void => {
    const settings = entries(section);
    const value = settings[name];
    const from = settings[`${name}_file`];
    if (value !== undefined && from !== undefined) {
      findings.problem([...path, `${name}_file`], `stands beside ${name}: keep one of them`);
    } else if (typeof from === 'string' && from !== '') {
      try {
        open(from, check);
      } catch (error) {
        // Not the path: it may be the secret itself, written in the wrong setting.
        const where = isAbsolute(from) ? '' : '; its path begins at the folder of the configuration';
        findings.problem([...path, `${name}_file`], `the file ${(error as Error).message}${where}`);
      }
    } else if (typeof value === 'string') {
      const flaw = check?.(value);
      if (flaw !== undefined) findings.problem([...path, name], flaw);
    } else if (needed && value === undefined && from === undefined && isSection(section)) {
      findings.problem([...path, name], `is required: \${VARIABLE}, or ${name}_file with the path of a file`);
    }
  };

  look(file['database'], ['database'], 'url', false, flawOfDatabaseUrl);
  list(file['accounts']).forEach((account, i) => {
    look(account, ['accounts', i], 'public_key', true);
    look(account, ['accounts', i], 'secret_key', true);
  });
  for (const { path, section } of accessSections(root)) {
    const { basic_auth, headers } = entries(section);
    look(section, path, 'bearer_token', false);
    if (basic_auth !== undefined) look(basic_auth, [...path, 'basic_auth'], 'password', true);
    list(headers).forEach((header, i) => {
      look(header, [...path, 'headers', i], 'value', true, flawOfHeader);
    });
  }
  for (const { path: sectionPath, shape } of RECEIVER_SECTIONS) {
    list(valueAt(root, sectionPath)).forEach((receiver, i) => {
      const insecure = flag().safeParse(entries(receiver)['allow_insecure_http']).data === true;
      for (const [name, setting] of Object.entries(shape)) {
        const value = entries(receiver)[name];
        if (setting.takes === 'url' && typeof value === 'string') {
          const flaw = flawOfScheme(value, insecure);
          if (flaw !== undefined) findings.problem([...sectionPath, i, name], flaw);
        }
        if (setting.takes !== 'secret' && setting.takes !== 'secret_url') continue;
        const check = setting.takes === 'secret_url' ? flawOfReceiverUrl(insecure) : undefined;
        look(receiver, [...sectionPath, i], name, setting.required, check);
      }
    });
  }
}

/** Shared with {@link ../resolve/resolve-receivers.ts}, so that a changed file gets the same checks as at the start. */
export function flawOfReceiverUrl(insecure: boolean): SecretCheck {
  return (value) => flawOfSecretUrl(value) ?? flawOfScheme(value, insecure);
}

/** Says what is wrong with the scheme of an address, if it is one. */
function flawOfScheme(value: string, insecure: boolean): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (insecure || url?.protocol !== 'http:' || isLoopbackHost(url.hostname)) return undefined;
  return 'must begin with https:// (or allow_insecure_http: true beside it, if that is acceptable)';
}
