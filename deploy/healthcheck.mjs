// Exits 0 if there is an answer below 500 within three seconds, for images without curl:
//
//   node deploy/healthcheck.mjs http://127.0.0.1:14217/-/ready
//
// Where TLS is spoken instead, the same is asked over it. The certificate isn't checked, for it names the host and not
// this address; and a demand for a client certificate is an answer too.
import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';

const TIMEOUT_MS = 3_000;
const DEMANDS_CERTIFICATE = /ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)/;

const url = process.argv[2] ?? '';
setTimeout(() => process.exit(1), TIMEOUT_MS);
ask(getPlain, url, () => {
  ask(getTls, url.replace(/^http:/, 'https:'), ({ code }) =>
    process.exit(DEMANDS_CERTIFICATE.test(code) ? 0 : 1),
  );
});

function ask(get, address, onError) {
  get(address, { rejectUnauthorized: false }, ({ statusCode = 500 }) =>
    process.exit(statusCode < 500 ? 0 : 1),
  ).on('error', onError);
}
