// TLS of the listeners. The settings come from the web.config file in force, so a renewed certificate is used from the
// next connection on.
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { SERVER_LIMITS } from './connections.ts';
import { optionsOf } from './tls-options.ts';
import type { TlsSettings } from './web-config.ts';

/** An HTTPS listener. It asks `settings` at each connection, and gets the same object until something has changed. */
export function createHttpsServer(settings: () => TlsSettings, handler: RequestListener): Server {
  let current = settings();
  const server = createTlsServer(
    { ...SERVER_LIMITS, handshakeTimeout: 5_000, ...optionsOf(current) },
    (request, response) => {
      // Asked again for each request: a connection may be older than the settings in force.
      if (isWelcome(request.socket as TLSSocket, settings())) handler(request, response);
      else request.socket.destroy();
    },
  );
  server.prependListener('connection', () => {
    const now = settings();
    if (now === current) return;
    current = now;
    const options = optionsOf(now);
    server.setSecureContext(options);
    // Node reads these two for each connection, and setSecureContext leaves them as they were.
    const { requestCert, rejectUnauthorized } = options;
    Object.assign(server, { requestCert, rejectUnauthorized });
  });
  server.on('secureConnection', (socket) => {
    if (!isWelcome(socket, current)) socket.destroy();
  });
  return server;
}

/** Whether the connection's certificate, or its absence, is what the settings demand. */
function isWelcome(socket: TLSSocket, { clientAuth, allowedSans }: TlsSettings): boolean {
  if (clientAuth === 'NoClientCert' || clientAuth === 'RequestClientCert') return true;
  const certificate = socket.getPeerCertificate();
  const given = certificate !== null && Object.keys(certificate).length > 0;
  if (clientAuth === 'RequireAnyClientCert' || clientAuth === 'RequireClientCert') return given;
  if (clientAuth === 'VerifyClientCertIfGiven') return !given || socket.authorized;
  const names = certificate?.subjectaltname?.split(', ').map((name) => name.replace(/^[^:]+:/, '')) ?? [];
  const isAllowed = allowedSans.length === 0 || names.some((name) => allowedSans.includes(name));
  return given && socket.authorized && isAllowed;
}
