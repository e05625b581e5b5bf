// Checks the settings for authentication and TLS, of Alertmanagers and of OTLP. Called by checks.ts.
import { isLoopbackHost } from '../../net/address.ts';
import type { Path } from '../problem.ts';
import { entries, type Findings, list } from '../valid.ts';

/** The sections with the settings of schema-access.ts, and their places in the file. */
export function accessSections(root: unknown): readonly { readonly path: Path; readonly section: unknown }[] {
  const { alerts, otlp } = entries(root);
  const alertmanagers = list(entries(alerts)['alertmanagers']);
  return [
    ...alertmanagers.map((section, i) => ({ path: ['alerts', 'alertmanagers', i], section })),
    { path: ['otlp'], section: otlp },
  ];
}

/**
 * Checks that there is one kind of authentication, that certificates have their keys, and that each header occurs once.
 * Warns of secrets that can be read on the way.
 */
export function checkAccess(root: unknown, findings: Findings): void {
  for (const { path, section } of accessSections(root)) {
    const { url, basic_auth, bearer_token, bearer_token_file, tls, headers } = entries(section);
    const token = bearer_token ?? bearer_token_file;
    if (basic_auth !== undefined && token !== undefined) {
      findings.problem([...path, 'basic_auth'], 'stands beside a bearer token: keep one of them');
    }
    const { cert_file, key_file } = entries(tls);
    if ((cert_file === undefined) !== (key_file === undefined)) {
      findings.problem([...path, 'tls'], 'needs cert_file and key_file together, or neither');
    }
    const plain =
      typeof url === 'string' &&
      url.startsWith('http:') &&
      URL.canParse(url) &&
      !isLoopbackHost(new URL(url).hostname);
    if (plain && (basic_auth ?? token ?? list(headers)[0]) !== undefined) {
      findings.warning([...path, 'url'], 'its password or token travels unencrypted over http://');
    }
    const sent = new Set((basic_auth ?? token) === undefined ? [] : ['authorization']);
    list(headers).forEach((header, i) => {
      const { name } = entries(header);
      if (typeof name !== 'string') return;
      if (sent.has(name.toLowerCase()))
        findings.problem([...path, 'headers', i, 'name'], 'is sent already: keep one of them');
      sent.add(name.toLowerCase());
    });
  }
}
