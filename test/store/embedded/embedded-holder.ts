// A process of its own that starts the embedded Postgres in argv[2] and holds it until it is told to stop.
import { startEmbedded } from '../../../src/store/embedded/embedded.ts';

const server = await startEmbedded({ dataDir: process.argv[2]!, port: 0 });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0))); // before anybody knows that it is there
process.stdout.write(`${JSON.stringify({ pid: server.pid, port: server.port, url: server.url })}\n`);
setInterval(() => {}, 60_000);
