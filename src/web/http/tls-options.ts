// What a web.config file says of TLS, checked and as OpenSSL takes it. Used by the listeners, and by who checks the file.
import type { SecureContextOptions } from 'node:tls';
import type { TlsSettings } from './web-config.ts';

/** Throws when OpenSSL can't use the settings: a key that doesn't fit its certificate, for one. */
export function checkTls(settings: TlsSettings): void {
  process.getBuiltinModule('node:tls').createSecureContext(optionsOf(settings)); // loaded here: few have TLS
}

/** The settings of a web.config file as OpenSSL is told them. */
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
