// TLS of the listeners. The settings are those of the web.config file in force, so a renewed certificate is used from the
// next connection on.

import type { RequestListener } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { SERVER_LIMITS } from './connections.ts';
import type { TlsSettings } from './web-config.ts';

/** An HTTPS listener. `settings` is asked at each connection; it gives the same object until something changed. */
export function createHttpsServer(settings: () => TlsSettings, handler: RequestListener): Server {
  let current = settings();
  const server = createTlsServer(
    { ...SERVER_LIMITS, handshakeTimeout: 5_000, ...optionsOf(current) },
    handler,
  );
  server.prependListener('connection', () => {
    const now = settings();
    if (now === current) return;
    current = now;
    server.setSecureContext(optionsOf(now));
  });
  server.on('secureConnection', (socket) => {
    if (!isWelcome(socket, current)) socket.destroy();
  });
  return server;
}

/** Throws when OpenSSL can't use the settings: a key that doesn't fit its certificate, for one. */
export function checkTls(settings: TlsSettings): void {
  createSecureContext(optionsOf(settings));
}

function optionsOf(
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

/** What OpenSSL doesn't judge by itself. */
function isWelcome(socket: TLSSocket, { clientAuth, allowedSans }: TlsSettings): boolean {
  const certificate = socket.getPeerCertificate();
  const given = certificate !== null && Object.keys(certificate).length > 0;
  if (clientAuth === 'RequireAnyClientCert' || clientAuth === 'RequireClientCert') return given;
  if (clientAuth === 'VerifyClientCertIfGiven') return !given || socket.authorized;
  if (allowedSans.length === 0) return true;
  const names = (certificate.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]+:/, ''));
  return names.some((name) => allowedSans.includes(name));
}
