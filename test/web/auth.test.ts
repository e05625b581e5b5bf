import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type PeerCertificate } from 'node:tls';
import { hashSync } from 'bcryptjs';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchWebConfig } from '../../src/web/http/live-config.ts';
import { eventually } from '../support/eventually.ts';
import { describeWith } from '../support/tools.ts';
import { makeCertificate } from './certificates.ts';
import { startWeb } from './start.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-web-auth-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Makes a file one of which the system tells nothing, as where a folder is shut or a disk has gone. */
function lose(file: string): void {
  rmSync(file);
  symlinkSync(file, file);
}

/** Of a revision that bcryptjs has no reader for. */
const UNREADABLE = hashSync('right', 8).replace(/^\$2[aby]/, '$$2x');

describe('X8 basic authentication', () => {
  const start = () => {
    const configFile = join(folder, 'users.yml');
    writeFileSync(
      configFile,
      `basic_auth_users:\n  alice: ${hashSync('right', 8)}\n  bob: ${hashSync('other', 8)}\n  carol: ${UNREADABLE}\n`,
    );
    return startWeb({}, { configFile });
  };

  test.each([
    ['nothing', undefined],
    ['a wrong password', basic('alice', 'wrong')],
    ["another user's password", basic('alice', 'other')],
    ['a hash that nobody can read', basic('carol', 'right')],
    ['an unknown user', basic('mallory', 'right')],
    ['an empty password', basic('alice', '')],
    ['another scheme', 'Bearer right'],
    ['no base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('alice').toString('base64')}`],
  ])('%s is refused', async (_name, authorization) => {
    await using web = await start();
    const { statusCode, headers, body } = await request(`${web.url}/metrics`, {
      headers: authorization ? { authorization } : {},
    });
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
    expect(await body.text()).toBe('Unauthorized.\n');
  });

  const reloading = async () => {
    const troubles: unknown[] = [];
    const configFile = join(folder, 'reloading.yml');
    const write = (text: string) => writeFileSync(configFile, text);
    const users = (password: string) => `basic_auth_users:\n  alice: ${hashSync(password, 4)}\n`;
    write(users('right'));
    const web = await startWeb({}, { configFile, onError: (error) => troubles.push(error) });
    const statusOf = async (password?: string) => {
      const headers = password === undefined ? {} : { authorization: basic('alice', password) };
      const { statusCode, body } = await request(`${web.url}/-/healthy`, { headers });
      await body.dump();
      return statusCode;
    };
    return { web, troubles, write, users, statusOf };
  };

  test('a file that is empty for a moment lets nobody in', async () => {
    const { web, troubles, write, users, statusOf } = await reloading();
    await using _ = web;
    write('');
    await eventually(async () => {
      expect(await statusOf()).toBe(401);
      expect(troubles).toHaveLength(1);
    });
    write(users('other'));
    await eventually(async () => expect(await statusOf('other')).toBe(200));
  });

  test('a file that names one which comes later is read once that is there', async () => {
    const { web, troubles, write, users, statusOf } = await reloading();
    await using _ = web;
    write(`${users('other')}tls_server_config: {cert_file: later.crt}\n`);
    await eventually(async () => {
      expect(await statusOf('right')).toBe(200);
      expect(String(troubles)).toContain('no such file');
    });
    writeFileSync(join(folder, 'later.crt'), 'a certificate');
    await eventually(async () => {
      expect(await statusOf('right')).toBe(200);
      expect(String(troubles)).toContain('missing one of key or key_file'); // it was looked at again
    });
    expect(troubles).toHaveLength(2);
  });

  test('a file that can not even be looked at changes nothing, and is told once', async () => {
    const configFile = join(folder, 'lost.yml');
    writeFileSync(configFile, `basic_auth_users:\n  alice: ${hashSync('right', 4)}\n`);
    const told: string[] = [];
    const onError = (error: unknown) => void told.push((error as Error).message);
    await using web = await startWeb({}, { configFile, onError });
    const ask = async () => {
      const headers = { authorization: basic('alice', 'right') };
      const { statusCode, body } = await request(`${web.url}/metrics`, { headers });
      await body.dump();
      return statusCode;
    };
    expect(await ask()).toBe(200);
    lose(configFile);
    await eventually(async () => {
      expect(await ask()).toBe(200);
      expect(told).toEqual([expect.stringContaining('lost.yml')]);
    });
    await sleep(600);
    expect(await ask()).toBe(200);
    expect(told).toHaveLength(1);
  });

  test('the right password opens every path, and is remembered', async () => {
    await using web = await start();
    const headers = { authorization: basic('alice', 'right') };
    for (const path of ['/', '/metrics', '/-/healthy']) {
      expect((await request(`${web.url}${path}`, { headers })).statusCode).toBe(200);
    }
    // What was remembered is of no use with another part changed (CVE-2022-46146).
    const stolen = { authorization: basic('alicer', 'ight') };
    expect((await request(`${web.url}/metrics`, { headers: stolen })).statusCode).toBe(401);
  });

  test('a thousand wrong logins at once are refused or sent away', async () => {
    await using web = await start();
    const dispatcher = new Agent({ connections: 40 });
    const flood = Array.from({ length: 1_000 }, async (_, i) => {
      const headers = { authorization: basic('alice', `wrong-${i}`) };
      const { statusCode, body } = await request(`${web.url}/metrics`, { headers, dispatcher });
      await body.dump();
      return statusCode;
    });
    const codes = new Set(await Promise.all(flood));
    expect([...codes].filter((code) => code !== 401 && code !== 503)).toEqual([]);
    await dispatcher.close();
  });

  test('the right login is not kept waiting by as many wrong ones as are compared at once', async () => {
    const configFile = join(folder, 'slow.yml');
    const endless = `$2b$20$${'.'.repeat(53)}`; // to compare it takes minutes
    writeFileSync(configFile, `basic_auth_users:\n  alice: ${hashSync('right', 4)}\n  bob: ${endless}\n`);
    await using web = await startWeb({}, { configFile });
    const statusOf = async (user: string, password: string) => {
      const headers = { authorization: basic(user, password) };
      const { statusCode, body } = await request(`${web.url}/metrics`, { headers });
      await body.dump();
      return statusCode;
    };
    expect(await statusOf('alice', 'right')).toBe(200);
    const ended: unknown[] = [];
    const flood = Array.from({ length: 50 }, async (_, i) => {
      ended.push(await statusOf('bob', `wrong-${i}`).catch(() => 'cut'));
    });
    await eventually(() => expect(ended).toContain(503)); // no more are compared
    expect(await statusOf('alice', 'right')).toBe(200);
    expect(new Set(ended)).toEqual(new Set([503]));
    await web[Symbol.asyncDispose]();
    await Promise.all(flood);
  });

  test('a header of a megabyte is refused before it is judged', async () => {
    await using web = await start();
    const answer = request(`${web.url}/metrics`, {
      headers: { authorization: `Basic ${'A'.repeat(1 << 20)}` },
    });
    await expect(answer.then(({ statusCode }) => statusCode))
      .resolves.toBe(431)
      .catch(() => expect(answer).rejects.toThrow());
  });
});

describeWith(['openssl'], 'TLS', () => {
  const certificateAt = (url: string) =>
    new Promise<PeerCertificate>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      }).once('error', reject);
    });

  test('a certificate that was exchanged is used by the next connections; a broken one is not', async () => {
    const troubles: unknown[] = [];
    const { cert } = makeCertificate(folder, 'turning');
    const configFile = join(folder, 'turning.yml');
    writeFileSync(configFile, 'tls_server_config:\n  cert_file: turning.crt\n  key_file: turning.key\n');
    await using web = await startWeb({}, { configFile, onError: (error) => troubles.push(error) });
    const url = web.url.replace('http:', 'https:');
    const dispatcher = new Agent({ connect: { ca: cert } });
    expect((await request(`${url}/metrics`, { dispatcher })).statusCode).toBe(200);
    await dispatcher.close();

    const first = (await certificateAt(url)).fingerprint256;
    makeCertificate(folder, 'turning');
    await eventually(async () => expect((await certificateAt(url)).fingerprint256).not.toBe(first));
    const second = (await certificateAt(url)).fingerprint256;

    writeFileSync(join(folder, 'turning.crt'), 'broken');
    await eventually(async () => {
      expect((await certificateAt(url)).fingerprint256).toBe(second);
      expect(troubles).toHaveLength(1);
    });
  });

  test('a certificate that can not even be looked at leaves what was good in force', () => {
    // A TLS listener asks at each connection, where nobody catches what is thrown: the process would end.
    makeCertificate(folder, 'shut');
    const configFile = join(folder, 'shut.yml');
    writeFileSync(configFile, 'tls_server_config:\n  cert_file: shut.crt\n  key_file: shut.key\n');
    vi.useFakeTimers({ toFake: ['performance'] });
    using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
    const live = watchWebConfig(configFile);
    const good = live.current();
    lose(join(folder, 'shut.crt'));
    vi.advanceTimersByTime(1_000);
    expect(live.current()).toBe(good);
  });

  test.each([
    ['at the start', 0],
    ['later', 1],
  ])('what is changed while it is read is read again: %s', (_name, loads) => {
    makeCertificate(folder, 'between');
    const configFile = join(folder, 'between.yml');
    const pair = 'tls_server_config: {cert_file: between.crt, key_file: between.key}';
    const write = (user: string) =>
      writeFileSync(configFile, `${pair}\nbasic_auth_users: {${user}: ${UNREADABLE}}\n`);
    vi.useFakeTimers({ toFake: ['performance'] });
    const tls = process.getBuiltinModule('node:tls');
    const check = vi.spyOn(tls, 'createSecureContext'); // what was read is checked, and only then in force
    using stack = new DisposableStack();
    stack.defer(() => void vi.useRealTimers());
    stack.defer(() => check.mockRestore());
    write('whoever');
    const live = loads > 0 ? watchWebConfig(configFile) : undefined;
    write('removed');
    check.mockImplementationOnce(() => {
      write('of_now');
      return {} as ReturnType<typeof tls.createSecureContext>;
    });
    vi.advanceTimersByTime(1_000);
    const { current } = live ?? watchWebConfig(configFile);
    current();
    vi.advanceTimersByTime(1_000);
    expect([...current().users.keys()]).toEqual(['of_now']);
  });

  describe('a client that connects and never shakes hands', () => {
    const silent = async (url: string) => {
      const socket = connectTcp(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
      await once(socket, 'connect');
      return { closed, [Symbol.dispose]: () => void socket.destroy() };
    };
    const start = () => {
      makeCertificate(folder, 'silent');
      const configFile = join(folder, 'silent.yml');
      writeFileSync(configFile, 'tls_server_config:\n  cert_file: silent.crt\n  key_file: silent.key\n');
      return startWeb({}, { configFile });
    };
    const within = (ms: number, promise: PromiseLike<unknown>) =>
      Promise.race([promise, sleep(ms, 'late', { ref: false })]);

    test('does not hold up the end', async () => {
      const web = await start();
      using _ = await silent(web.url);
      expect(await within(15_000, web[Symbol.asyncDispose]())).toBeUndefined();
    });

    test('is let go', async () => {
      const web = await start();
      using client = await silent(web.url);
      expect(await within(15_000, client.closed)).toBe('closed');
      await web[Symbol.asyncDispose]();
    });
  });

  test.each([
    ['NoClientCert', { none: true, trusted: true, stranger: true }],
    ['RequestClientCert', { none: true, trusted: true, stranger: true }],
    ['RequireAnyClientCert', { none: false, trusted: true, stranger: true }],
    ['RequireClientCert', { none: false, trusted: true, stranger: true }],
    ['VerifyClientCertIfGiven\n  client_ca_file: client.crt', { none: true, trusted: true, stranger: false }],
    [
      'RequireAndVerifyClientCert\n  client_ca_file: client.crt',
      { none: false, trusted: true, stranger: false },
    ],
    [
      'RequireAndVerifyClientCert\n  client_ca_file: client.crt\n  client_allowed_sans: [client]',
      { none: false, trusted: true, stranger: false },
    ],
    [
      'RequireAndVerifyClientCert\n  client_ca_file: client.crt\n  client_allowed_sans: [stranger]',
      { none: false, trusted: false, stranger: false },
    ],
  ])('who is let in by the certificate that a client shows: %s', async (settings, welcome) => {
    const { cert: ca } = makeCertificate(folder, 'server');
    const shown = {
      none: {},
      trusted: makeCertificate(folder, 'client'),
      stranger: makeCertificate(folder, 'stranger'),
    };
    const configFile = join(folder, 'clients.yml');
    writeFileSync(
      configFile,
      `tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n  client_auth_type: ${settings}\n`,
    );
    await using web = await startWeb({}, { configFile });
    const url = web.url.replace('http:', 'https:');
    const isWelcome = async ({ cert, key }: { readonly cert?: string; readonly key?: string }) => {
      const dispatcher = new Agent({ connect: { ca, ...(cert && key && { cert, key }) } });
      return await request(`${url}/metrics`, { dispatcher })
        .then(
          ({ statusCode }) => statusCode === 200,
          () => false,
        )
        .finally(() => dispatcher.destroy());
    };
    const letIn = {
      none: await isWelcome(shown.none),
      trusted: await isWelcome(shown.trusted),
      stranger: await isWelcome(shown.stranger),
    };
    expect(letIn).toEqual(welcome);
  });

  describe('E2 what a reload says of client certificates', () => {
    const settingsOf = (clientAuth: string) =>
      `tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n  ${clientAuth}\n`;
    const required = 'client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: client.crt';

    /** A server on whose first settings `second` follows; `ask` resolves with the status, and undefined when cut off. */
    async function reloading(first: string, second: string) {
      const { cert: ca } = makeCertificate(folder, 'server');
      const client = makeCertificate(folder, 'client');
      const configFile = join(folder, 'reloaded.yml');
      writeFileSync(configFile, settingsOf(first));
      const web = await startWeb({}, { configFile });
      const url = web.url.replace('http:', 'https:');
      const agentOf = (shown: { cert?: string; key?: string }) =>
        new Agent({ connect: { ca, ...shown }, keepAliveTimeout: 60_000 });
      const ask = (dispatcher: Agent) =>
        request(`${url}/metrics`, { dispatcher }).then(
          async ({ statusCode, body }) => {
            await body.dump();
            return statusCode;
          },
          () => undefined,
        );
      const askOnce = async (shown: { cert?: string; key?: string }) => {
        const agent = agentOf(shown);
        return await ask(agent).finally(() => agent.destroy());
      };
      return {
        ...{ ask, askOnce, agentOf },
        client: { cert: client.cert, key: client.key },
        reload: () => writeFileSync(configFile, settingsOf(second)),
        [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
      };
    }

    test('E2 is asked of the next connection: none without a certificate', async () => {
      await using server = await reloading('client_auth_type: NoClientCert', required);
      expect(await server.askOnce({})).toBe(200);
      server.reload();
      await eventually(async () => expect(await server.askOnce({})).toBe(undefined));
      expect(await server.askOnce(server.client)).toBe(200);
    });

    test('E2 is asked of a connection that stayed open from before', async () => {
      await using server = await reloading('client_auth_type: NoClientCert', required);
      const kept = server.agentOf({});
      expect(await server.ask(kept)).toBe(200);
      server.reload();
      await eventually(async () => expect(await server.ask(kept)).toBe(undefined));
      await kept.destroy();
    });

    test('E2 is asked no more once it is taken back', async () => {
      await using server = await reloading(required, 'client_auth_type: NoClientCert');
      expect(await server.askOnce({})).toBe(undefined);
      server.reload();
      await eventually(async () => expect(await server.askOnce({})).toBe(200));
    });
  });
});
