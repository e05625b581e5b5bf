// Checks what a web.config file says of TLS, and turns it into OpenSSL's options. Used by the listeners and the file's
// check.
import type { SecureContextOptions } from 'node:tls';
import type { TlsSettings } from './web-config.ts';

/** Throws when OpenSSL can't use the settings, for example a key that doesn't fit its certificate. */
export function checkTls(settings: TlsSettings): void {
  process.getBuiltinModule('node:tls').createSecureContext(optionsOf(settings)); // loaded here: few use TLS
}

/** The settings of a web.config file as options for OpenSSL. */
export function optionsOf(
  settings: TlsSettings,
): SecureContextOptions & { requestCert: boolean; rejectUnauthorized: boolean } {
  const { cert, key, ca, ciphers, curves, minVersion, maxVersion, clientAuth } = settings;
  return {
    ...{ cert, key, minVersion, maxVersion, honorCipherOrder: settings.serverOrder },
    ...(ca === undefined ? {} : { ca }),
    ...(ciphers === undefined ? {} : { ciphers }),
    ...(curves === undefined ? {} : { ecdhCurve: curves }),
    requestCert: clientAuth !== 'NoClientCert',
    rejectUnauthorized: clientAuth === 'RequireAndVerifyClientCert',
  };
}
