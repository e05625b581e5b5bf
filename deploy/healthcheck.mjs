// Exits 0 if there is an answer below 500 within three seconds, for images without curl:
//
//   node deploy/healthcheck.mjs http://127.0.0.1:14217/-/ready
import { get } from 'node:http';

const request = get(process.argv[2] ?? '', { timeout: 3_000 }, ({ statusCode = 500 }) => {
  process.exit(statusCode < 500 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
