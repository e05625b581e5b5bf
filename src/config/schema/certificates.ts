// Checks files of certificates and keys at the start. Without these checks a bad file shows only when a connection is made:
// for a receiver, that is when an alert must be sent.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** Says why a file can't be used as certificates of authorities, as the end of a sentence; `undefined` when it can. */
export function flawOfCertificate(path: string): string | undefined {
  try {
    new X509Certificate(readFileSync(path));
    return undefined;
  } catch {
    return "can't be read as a certificate in PEM";
  }
}

/** Says why a key file can't be used with its certificate file, as the end of a sentence; `undefined` when it can. */
export function flawOfKeyFile(key: string, cert: string): string | undefined {
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
      ? 'is not the key of cert_file'
      : `can't be used with cert_file: ${message}`;
  }
}
