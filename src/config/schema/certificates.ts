// What files of certificates and keys hold. Used by the checks of the configuration: by themselves they are found useless
// only when a connection is made, which for a receiver is when it is to be told of an alert.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** Why a file can't be used as certificates of authorities, as the end of a sentence; `undefined` when it can. */
export function flawOfCertificate(path: string): string | undefined {
  try {
    new X509Certificate(readFileSync(path));
    return undefined;
  } catch {
    return "can't be read as a certificate in PEM";
  }
}

/** Why a key can't be used with its certificate, both the paths of files, as the end of a sentence; `undefined` when it can. */
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
