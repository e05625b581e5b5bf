import { fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { walletPath } from '../../src/domain/wallet.ts';
import { nameLabel } from '../../src/upstream/records/label.ts';
import { wallet } from '../metrics/house.ts';
import { eventually } from '../support/eventually.ts';
import { readExposition } from '../support/exposition.ts';
import { startWeb, type Web } from './start.ts';

/** What the server answers to these very bytes. */
async function raw(web: Web, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
  socket.end(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close').catch(() => {});
  return text;
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
}

test('X6 a scrape can ask for no other target', async () => {
  await using web = await startWeb();
  const plain = await request(`${web.url}/metrics`);
  const asked = await request(`${web.url}/metrics?target=http://evil.example&module=x`);
  const families = async (body: string) => [...readExposition(body, 'text').families.keys()];
  expect(await families(await asked.body.text())).toEqual(await families(await plain.body.text()));
  expect((await request(`${web.url}/probe?target=http://evil.example`)).statusCode).toBe(404);
});

describe('X7 lifecycle', () => {
  const counting = () => {
    const done = { reloads: 0, quits: 0 };
    return {
      done,
      lifecycle: {
        async reload() {
          done.reloads++;
        },
        quit() {
          done.quits++;
        },
      },
    };
  };

  test('does not exist unless it is asked for', async () => {
    await using web = await startWeb();
    expect((await request(`${web.url}/-/reload`, { method: 'POST' })).statusCode).toBe(405);
    expect((await request(`${web.url}/-/quit`)).statusCode).toBe(404);
  });

  test('is opened by POST, by whoever is not a page of another site', async () => {
    const { done, lifecycle } = counting();
    await using web = await startWeb({ lifecycle });
    const host = new URL(web.url).host;
    const post = async (headers: Record<string, string>, path = '/-/reload') =>
      (await request(`${web.url}${path}`, { method: 'POST', headers })).statusCode;
    expect((await request(`${web.url}/-/reload`)).statusCode).toBe(405);
    expect(await post({ origin: 'https://evil.example' })).toBe(403);
    expect(await post({ origin: 'null' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await post({ host: 'evil.example', origin: 'http://evil.example' })).toBe(400); // rebound name
    expect(done.reloads).toBe(0);
    expect(await post({})).toBe(200);
    expect(await post({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await post({ host: 'float.example.com', origin: 'http://float.example.com' })).toBe(200);
    expect(done.reloads).toBe(3);
    expect(await post({}, '/-/quit')).toBe(200);
    await eventually(() => expect(done.quits).toBe(1));
  });
});

test('X9 names from outside are text on the page, whatever they look like', async () => {
  await using web = await startWeb();
  const evil = `"><script>alert(1)</script>\${7*7}`;
  web.house.observe('acme', [wallet('UGX', evil, '1', { exposable: false })]);
  web.alerts.push({
    rule: evil,
    account: 'acme',
    currency: 'UGX',
    walletType: evil,
    phase: 'firing',
  } as Alert);
  const { headers, body } = await request(web.url);
  const text = await body.text();
  expect(text.replaceAll(/<script src="\/live-\w+\.js" defer><\/script>/g, '')).not.toContain('<script');
  expect(text).toContain(`&lt;script&gt;alert(1)&lt;/script&gt;$${''}{7*7}`);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).not.toMatch(/<[^>]+ (?:style|on\w+)=/);
});

test('X9 a wallet has its page whatever its name is', async () => {
  await using web = await startWeb();
  const names = ['A\\B', 'A/B', 'A\0B', '%2f', '%00', '?x#y', 'a\nb', '漢'.repeat(128), '😀'.repeat(300)];
  const labels = names.map((name) => nameLabel(name));
  const wallets = labels.map(({ text, exposable }) => wallet('UGX', text, '1', { exposable }));
  web.house.observe('acme', wallets);
  for (const { text } of labels) {
    const path = walletPath({ account: 'acme', currency: 'UGX', walletType: text });
    expect([path, (await request(`${web.url}${path}`)).statusCode]).toEqual([path, 200]);
  }
});

describe('X10 strange targets', () => {
  test.each([
    'GET /static/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET //metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /metrics/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /METRICS HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /metrics%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n',
    'TRACE /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'DELETE /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'NONSENSE\r\n\r\n',
  ])('%j finds nothing', async (bytes) => {
    await using web = await startWeb();
    const answer = await raw(web, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/evil|passwd|zz/);
  });

  test('CONNECT and Upgrade open nothing', async () => {
    await using web = await startWeb();
    expect(await raw(web, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).not.toContain(
      '200',
    );
    const upgraded = await raw(
      web,
      'GET /-/healthy HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(upgraded).not.toContain('101');
  });

  test('HTTP/1.0 is answered', async () => {
    await using web = await startWeb();
    expect(await raw(web, 'GET /-/healthy HTTP/1.0\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('X16 readers that mean no good', () => {
  test('hold neither the scrape nor memory', { tags: 'timed' }, async () => {
    await using stack = new AsyncDisposableStack();
    const start = async (...role: string[]) => {
      const child = fork(new URL('attack.ts', import.meta.url).pathname, role);
      stack.defer(async () => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      });
      const [told] = (await once(child, 'message')) as [string];
      return { child, told };
    };
    const scrape = async (url: string) => {
      const before = performance.now();
      // Once more if its idle connection was the one to go, as Prometheus' own client does.
      const { statusCode, body } = await request(`${url}/metrics`).catch(() => request(`${url}/metrics`));
      const text = await body.text();
      const took = performance.now() - before;
      expect(statusCode).toBe(200);
      return { took, text };
    };
    const { child: server, told: attacked } = await start('serve');
    const { told: calm } = await start('serve');
    const rss = async () => {
      server.send('rss');
      const [bytes] = (await once(server, 'message')) as [number];
      return bytes;
    };
    for (let i = 0; i < 200; i++) await Promise.all([scrape(attacked), scrape(calm)]);
    const rest = await rss();

    const { child: attacker } = await start('attack', new URL(attacked).port);
    let waves = 0;
    attacker.on('message', (wave: number) => {
      waves = wave;
    });
    const took: number[] = [];
    const control: number[] = []; // the same of a server that nobody attacks: what the machine itself does to a scrape
    let most = 0;
    while (waves < 20 || took.length < 200) {
      took.push((await scrape(attacked)).took);
      control.push((await scrape(calm)).took);
      most = Math.max(most, await rss());
    }
    readExposition((await scrape(attacked)).text, 'text');
    const figures = `scrape p99 ${p99(took).toFixed(1)} ms, not attacked ${p99(control).toFixed(1)} ms; memory ${(most / rest).toFixed(2)} of that at rest`;
    process.stdout.write(`X16: ${figures}\n`);
    expect(p99(took), figures).toBeLessThan(Math.max(100, 3 * p99(control)));
    expect(most, figures).toBeLessThan(1.5 * rest);
  });

  test('a request that was sent before its connection was evicted is not worked on', async () => {
    let scrapes = 0;
    const operations = {
      async scrape() {
        scrapes++;
        return { headers: {}, pieces: [Buffer.from('x 1\n')] };
      },
    };
    await using web = await startWeb(operations);
    const answer = await raw(web, 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50));
    expect(scrapes).toBeLessThanOrEqual(2); // two under way on one connection, and the third ends it
    expect(answer.length).toBeLessThan(2_000);
  });

  test('a reader that takes nothing is cut off after the write limit', async () => {
    await using web = await startWeb({}, { limits: { connections: 64, writeMs: 300 } });
    for (const account of ['acme', 'zeta']) {
      web.house.observe(
        account,
        Array.from({ length: 500 }, (_, i) => wallet('UGX', `W${i}_${'x'.repeat(50)}`, '1.50')),
      );
    }
    const cut = Promise.withResolvers<void>();
    const watch = (message: unknown) => (message as { socket: Socket }).socket.on('close', cut.resolve);
    subscribe('net.server.socket', watch);
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
    await cut.promise;
    unsubscribe('net.server.socket', watch);
    const closed = once(socket, 'close');
    socket.resume(); // only now sees that it was cut
    await closed;
    expect(socket.bytesRead).toBeLessThan(100 * 800_000);
  });

  test('a flood of connections leaves the one that has had an answer', async () => {
    await using web = await startWeb({}, { limits: { connections: 3, writeMs: 1_000 } });
    const port = Number(new URL(web.url).port);
    const scraper = connect(port, '127.0.0.1').setEncoding('latin1');
    const ask = async () => {
      scraper.write('GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [answer] = (await once(scraper, 'data')) as [string];
      return answer;
    };
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
    const flood = Array.from({ length: 30 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume(),
    );
    await Promise.all(flood.slice(0, -2).map((socket) => once(socket, 'close')));
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of [scraper, ...flood]) socket.destroy();
  });

  test('a new visitor costs a connection of those that idle, and nobody the answer that is under way', async () => {
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const gaps = async () => {
      asked.resolve();
      await goOn.promise;
      return { gaps: [], first: null };
    };
    await using web = await startWeb({}, { limits: { connections: 3, writeMs: 1_000 } }, { gaps });
    const port = Number(new URL(web.url).port);
    const open = (path: string) => {
      const socket = connect(port, '127.0.0.1')
        .setEncoding('latin1')
        .on('error', () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    };
    const reader = open('/accounts/acme');
    await asked.promise;
    const idle = [open('/-/healthy'), open('/-/healthy')];
    await Promise.all(idle.map((socket) => once(socket, 'data')));
    const closed = Promise.race(idle.map((socket) => once(socket, 'close')));
    const answered = Promise.race([once(reader, 'data'), once(reader, 'close').then(() => ['cut'])]);
    const visitor = open('/-/healthy');
    expect(String(await once(visitor, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    goOn.resolve();
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
    for (const socket of [reader, visitor, ...idle]) socket.destroy();
  });

  test('the 65th connection costs the one that idled longest', async () => {
    await using web = await startWeb({}, { limits: { connections: 3, writeMs: 1_000 } });
    const port = Number(new URL(web.url).port);
    const idle = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const oldest = once(idle[0]!, 'close');
    expect((await request(`${web.url}/-/healthy`)).statusCode).toBe(200);
    idle[0]!.resume();
    await oldest;
    for (const socket of idle) socket.destroy();
  });
});

test('X17 labels are the configured names and the checked names of wallets, nothing else', async () => {
  await using web = await startWeb();
  web.house.observe('acme', [
    wallet('UGX', 'MERCHANT_PAYOUT', '1'),
    wallet('UGX', 'acct 0017 "x"', '2', { exposable: false }),
  ]);
  const { body } = await request(`${web.url}/metrics`);
  const text = await body.text();
  expect(text).not.toContain('acct 0017');
  expect(readExposition(text, 'text').value('floatwatch_wallets_not_exposed', { reason: 'label' })).toBe('1');
});
