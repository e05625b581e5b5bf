import { expect, test } from 'vitest';
import { answering, clientOf, GOOD, KEYS, serveHttp } from '../service.ts';

test('a good answer is a reading with its wallets', async () => {
  await using service = await answering();
  using client = clientOf(service.url);
  expect(await client.read()).toEqual({
    outcome: 'ok',
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    wallets: [
      {
        currency: 'UGX',
        walletType: 'MERCHANT_PAYOUT',
        available: '40000.5',
        actual: '40000.5',
        uncleared: '0',
        reserve: '0',
        exposable: true,
      },
    ],
    unreadable: [],
  });
  expect(client.deviations).toEqual([]);
});

test('X1 the keys go to the configured origin in their headers, and nothing undocumented goes with them', async () => {
  const seen: string[][] = [];
  await using service = await serveHttp((request, response) => {
    seen.push([`${request.method} ${request.url}`, ...request.rawHeaders]);
    response.setHeader('content-type', 'application/json').end(GOOD);
  });
  using client = clientOf(`${service.url}/base//`, { currencies: ['UGX', 'KES'] });
  await client.read();
  const headers = [
    ...['host', `127.0.0.1:${service.port}`, 'connection', 'keep-alive'],
    ...['public-key', KEYS.publicKey, 'secret-key', KEYS.secretKey, 'x-api-version', '1'],
    ...['accept', 'application/json', 'accept-encoding', 'identity', 'user-agent', 'floatwatch/test'],
  ];
  expect(seen).toEqual([
    ['GET /base/data/wallet-balances?currency=UGX', ...headers],
    ['GET /base/data/wallet-balances?currency=KES', ...headers],
  ]);
});

test('the evidence says how long each step took, where the answer came from, and how much it was', async () => {
  await using service = await answering(GOOD, {
    headers: { 'content-type': `application/json; x="\u00e9${'y'.repeat(200)}"` },
  });
  let ms = 1_000;
  const clock = { now: Date.now, monotonic: () => ms++ };
  using client = clientOf(service.url, { clock });
  const { evidence } = await client.probe();
  expect(evidence).toEqual({
    permitAfterMs: 1,
    answerAfterMs: 2,
    endAfterMs: 3,
    address: '127.0.0.1',
    httpStatus: 200,
    contentType: `application/json; x="?${'y'.repeat(78)}`,
    bytes: GOOD.length,
  });
});
