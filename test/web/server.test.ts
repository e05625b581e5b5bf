import { request } from 'undici';
import { expect, test } from 'vitest';
import { readExposition } from '../support/exposition.ts';
import { startWeb } from './start.ts';

test('the scrape goes out in the format asked for, with its content type on GET and HEAD', async () => {
  await using web = await startWeb();
  for (const [accept, type, format] of [
    [undefined, 'text/plain; version=0.0.4; charset=utf-8', 'text'],
    [
      'application/openmetrics-text;version=1.0.0',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
      'openmetrics',
    ],
  ] as const) {
    const headers = accept ? { accept } : {};
    const got = await request(`${web.url}/metrics`, { headers });
    expect(got.headers['content-type']).toBe(type);
    readExposition(await got.body.text(), format);
    const head = await request(`${web.url}/metrics`, { headers, method: 'HEAD' });
    expect(head.headers['content-type']).toBe(type);
    expect(await head.body.text()).toBe('');
  }
});

test('probes answer by their functions', async () => {
  await using web = await startWeb({
    ready: () => ({ ok: false, text: 'Neither database nor spool is open.' }),
  });
  expect((await request(`${web.url}/-/healthy`)).statusCode).toBe(200);
  const ready = await request(`${web.url}/-/ready`);
  expect(ready.statusCode).toBe(503);
  expect(await ready.body.text()).toBe('Neither database nor spool is open.\n');
});

test('the status page says the verdict first', async () => {
  await using web = await startWeb();
  web.house.observe('acme', []);
  const text = await (await request(`${web.url}/`)).body.text();
  expect(text).toContain('<h1 id="verdict">');
  expect(text).toMatch(/^<!doctype html>/);
});

test('an address that is none is refused in words', async () => {
  await using web = await startWeb();
  const { statusCode, headers, body } = await request(`${web.url}/alerts/%zz`);
  expect([statusCode, headers['content-type'], await body.text()]).toEqual([
    400,
    'text/plain; charset=utf-8',
    'Bad request.\n',
  ]);
});

test('a browser that is let in by a proxy of a single sign-on, whose cookies come along, is answered', async () => {
  await using web = await startWeb();
  const session = Array.from({ length: 4 }, (_, i) => `_oauth2_proxy_${i}=${'c'.repeat(4_000)}`).join('; ');
  const headers = { cookie: session, 'x-forwarded-access-token': 't'.repeat(4_000) };
  expect((await request(`${web.url}/`, { headers })).statusCode).toBe(200);
});
