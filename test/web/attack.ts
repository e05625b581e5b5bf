// Two roles for processes of their own, so that what an attacked server suffers is measured by itself:
// `serve` is the web server over a thousand wallets, `attack PORT` means it no good until it is ended.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { wallet } from '../metrics/house.ts';
import { startWeb } from './start.ts';

const SCRAPE = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** What each wave opens, and never reads from. */
const WAVE = [
  { times: 50, bytes: '' }, // idle
  { times: 20, bytes: 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Drip: ' },
  { times: 20, bytes: SCRAPE.repeat(50) },
];

async function serve(): Promise<void> {
  const web = await startWeb({}, { limits: { connections: 64, writeMs: 1_000 } });
  for (const account of ['acme', 'zeta']) {
    const wallets = Array.from({ length: 500 }, (_, i) => wallet('UGX', `W${i}_${'x'.repeat(50)}`, '1.50'));
    web.house.observe(account, wallets);
  }
  process.on('message', () => process.send?.(process.memoryUsage.rss()));
  process.on('disconnect', () => process.exit());
  process.send?.(web.url);
}

async function attack(port: number): Promise<void> {
  process.on('disconnect', () => process.exit());
  for (let wave = 1; ; wave++) {
    for (const { times, bytes } of WAVE) {
      for (let i = 0; i < times; i++) {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.pause();
        socket.write(bytes);
      }
    }
    process.send?.(wave);
    await sleep(250);
  }
}

const [, , role, port] = process.argv;
if (role === 'serve') await serve();
else await attack(Number(port));
