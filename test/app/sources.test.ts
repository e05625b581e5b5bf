import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { createSources, type Sources, type SourcesOptions } from '../../src/app/sources.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createPermitLines } from '../../src/upstream/http/permits.ts';
import { createRests } from '../../src/upstream/http/rest.ts';
import { eventually } from '../support/eventually.ts';
import { answering, GOOD, serveHttp } from '../upstream/service.ts';

/** The sources of accounts that differ from one another in these settings. */
function sourcesOf(accounts: readonly object[], options: Partial<SourcesOptions> = {}): Sources & Disposable {
  const named = accounts.map((account, i) => ({
    ...{ name: `a${i}`, public_key: `pk-12345${i}`, secret_key: `sk-12345${i}`, ...account },
  }));
  const { config } = parseConfig(JSON.stringify({ accounts: named }), { env: {}, file: 'test.yaml' });
  const sources = createSources([...readConfigured(config).accounts.values()], {
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: () => 0,
    scrub: (text) => text,
    onDeviation() {},
    ...options,
  });
  return { ...sources, [Symbol.dispose]: sources.close };
}

const readAll = ({ accounts }: Sources) => {
  const request = { notAfter: Date.now() + 60_000, signal: new AbortController().signal };
  return Promise.all(accounts.map(({ source }) => source.read(request)));
};

test('D23 accounts of one origin share one line; the smallest concurrency is its length', async () => {
  const under: (() => void)[] = [];
  let most = 0;
  await using service = await serveHttp((_, response) => {
    under.push(() => response.setHeader('content-type', 'application/json').end(GOOD));
    most = Math.max(most, under.length);
  });
  using sources = sourcesOf(
    [3, 2, 3, 2].map((concurrency, i) => ({ base_url: `${service.url}/${i}`, concurrency })),
  );
  const readings = readAll(sources);
  for (let answered = 0; answered < 4; answered++) {
    await eventually(() => expect(under.length).toBe(Math.min(2, 4 - answered)));
    await nextTurn();
    under.shift()!();
  }
  expect((await readings).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(most).toBe(2);
});

test('D14 what a service asked for holds over a reload, for its account and its payment options', async () => {
  await using service = await serveHttp((_, response) => {
    response.writeHead(429, { 'retry-after': '600' }).end();
  });
  const rests = createRests({ now: Date.now, monotonic: () => performance.now() });
  const accounts = [{ base_url: service.url, payment_options: {} }];
  for (let reload = 0; reload < 2; reload++) {
    using sources = sourcesOf(accounts, { rests });
    const request = { notAfter: Date.now() + 60_000, signal: new AbortController().signal };
    expect(await readAll(sources)).toMatchObject([{ outcome: 'rate_limited' }]);
    expect(await sources.options[0]!.source.read(request)).toMatchObject({ outcome: 'rate_limited' });
  }
  expect(service.hits).toBe(1);
});

test('JSON under another media type is read where that is allowed', async () => {
  await using service = await answering(GOOD, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  const base_url = service.url;
  using sources = sourcesOf([
    { base_url, json_media_types: ['text/plain'] },
    { base_url, json_media_types: ['text/x-json'] },
    { base_url },
  ]);
  expect((await readAll(sources)).map(({ outcome }) => outcome)).toEqual(['ok', 'not_json', 'not_json']);
});

test('D23 nor do the sources before a reload and those after it add up', async () => {
  const under: (() => void)[] = [];
  await using service = await serveHttp((_, response) => {
    under.push(() => response.setHeader('content-type', 'application/json').end(GOOD));
  });
  const shared = { lines: createPermitLines() };
  await using elsewhere = await answering();
  const accounts = [{ base_url: service.url, concurrency: 1 }, { base_url: elsewhere.url }];
  using before = sourcesOf(accounts, shared);
  const first = readAll(before);
  await eventually(() => expect(under.length).toBe(1));
  using _refused = sourcesOf([{ base_url: service.url, concurrency: 9 }], shared);
  using after = sourcesOf(accounts, shared);
  const second = readAll(after);
  await eventually(() => expect(elsewhere.hits).toBe(2)); // what may be asked now has been asked
  expect(under.length).toBe(1);
  under.shift()!();
  expect((await first)[0]!.outcome).toBe('ok');
  await eventually(() => expect(under.length).toBe(1));
  under.shift()!();
  expect((await second)[0]!.outcome).toBe('ok');
});

test('origins do not share a line', async () => {
  await using one = await answering();
  await using other = await answering();
  using sources = sourcesOf([{ base_url: one.url }, { base_url: other.url, concurrency: 1 }]);
  expect((await readAll(sources)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
});
