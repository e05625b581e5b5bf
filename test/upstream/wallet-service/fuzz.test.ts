// Any bytes end in exactly one outcome, and what is believed of them can be stored and exposed.
import { isUtf8 } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../../src/domain/money.ts';
import { OUTCOMES, type UnreadableWallet } from '../../../src/domain/observation.ts';
import { AMOUNT_FIELDS, type WalletBalance, walletKey } from '../../../src/domain/wallet.ts';
import { readJsonBody } from '../../../src/upstream/http/json.ts';
import { outcomeOfAnswer } from '../../../src/upstream/http/outcome.ts';
import { createReader } from '../../../src/upstream/wallet-service/source.ts';
import { readWallets } from '../../../src/upstream/wallet-service/wallets.ts';
import { clientOf, GOOD, serveTcp, WALLET } from '../service.ts';

const RUNS = 20_000;

const readAnswer = createReader({ scrub: (text) => text, onDeviation() {} }, { read: readWallets });

/** What the client does with the body of an answer, without the sockets. */
function read(bytes: Buffer): { outcome: string; wallets: ReturnType<typeof readWallets> } {
  const body = readJsonBody(isUtf8(bytes) ? bytes.toString() : null);
  const head = { httpStatus: 200, contentType: 'application/json', contentEncoding: null };
  if ('flaw' in body) return { outcome: outcomeOfAnswer(head, body.flaw)!.outcome, wallets: undefined };
  const answer = readAnswer(body.json, { currency: null }, 200);
  return { outcome: (outcomeOfAnswer(head, null) ?? answer).outcome, wallets: answer.records };
}

function expectStorable(wallets: readonly WalletBalance[], unreadable: readonly UnreadableWallet[]): void {
  const names = [...wallets, ...unreadable].map((wallet) => {
    for (const label of [wallet.currency, wallet.walletType]) {
      if (!label.isWellFormed() || /[\0/]/.test(label) || label.length > 128)
        expect.fail(JSON.stringify(wallet));
    }
    return walletKey(wallet);
  });
  if (new Set(names).size !== names.length) expect.fail(`told twice: ${names}`);
  for (const wallet of wallets) {
    const amounts = AMOUNT_FIELDS.map((field) => wallet[field]).filter((amount) => amount !== null);
    if (amounts.length === 0 || amounts.some((amount) => parseAmount(amount) !== amount))
      expect.fail(JSON.stringify(wallet));
    if (wallet.exposable && !/^[A-Z0-9]{3,12}\/[\w.:-]{1,64}$/.test(walletKey(wallet)))
      expect.fail(walletKey(wallet));
  }
}

const value = fc.oneof(
  fc.constantFrom(
    0,
    -1.5,
    '12.50',
    '',
    null,
    true,
    [],
    {},
    'UGX',
    'ugx',
    'MERCHANT_PAYOUT',
    '__proto__',
    '\0',
    '\ud800',
    1e300,
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.double(),
);
const wallet = fc.record(
  Object.fromEntries(
    Object.entries(WALLET).map(([name, good]) => [name, fc.oneof(fc.constant(good), value)]),
  ),
  { requiredKeys: [] },
);
const response = fc.record(
  {
    code: fc.oneof(fc.constantFrom<unknown>(200, '200', 401, 429), value),
    status: fc.oneof(fc.constantFrom('success', 'error', false), value),
    data: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ merchant_wallets: fc.array(fc.oneof(wallet, value), { maxLength: 6 }) }),
      },
      { weight: 1, arbitrary: value },
    ),
  },
  { requiredKeys: [] },
);
const text = fc.oneof(
  response.map((json) => JSON.stringify(json)),
  fc.constant(GOOD),
  fc.json(),
);
/** A body with a stretch of bytes taken out and others put in. */
const wounded = fc
  .tuple(text, fc.nat(400), fc.nat(8), fc.uint8Array({ maxLength: 4 }))
  .map(([good, at, gone, put]) => {
    const bytes = Buffer.from(good);
    return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + gone)]);
  });
const body = fc.oneof(
  text.map((json) => Buffer.from(json)),
  wounded,
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);

describe('any bytes', () => {
  test(`as ${RUNS} bodies: one outcome each, nothing thrown, nothing unfit believed`, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(body, (bytes) => {
        const { outcome, wallets } = read(bytes);
        if (!(OUTCOMES as readonly string[]).includes(outcome)) expect.fail(outcome);
        seen.add(outcome);
        if (wallets) expectStorable(wallets.records, wallets.unreadable);
      }),
      { numRuns: RUNS },
    );
    // That the fuzzing reaches the inside, and not only the door.
    for (const outcome of ['ok', 'partial', 'not_json', 'invalid', 'auth', 'rate_limited', 'rejected']) {
      expect(seen).toContain(outcome);
    }
  });

  test('as 300 whole conversations over a socket: one outcome each, within the deadline', async () => {
    let reply = Buffer.alloc(0);
    await using service = await serveTcp((socket) => socket.once('data', () => socket.end(reply)));
    using client = clientOf(service.url, { deadlineMs: 400 });
    const head = fc.constantFrom(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n',
      'HTTP/1.1 500 No\r\n\r\n',
      'HTTP/1.0 200 OK\r\n',
      'HTTP/1.1 1',
      '',
    );
    await fc.assert(
      fc.asyncProperty(head, body, async (start, bytes) => {
        reply = Buffer.concat([Buffer.from(start), bytes]);
        // By a timer, which on a busy machine comes as late as that of the deadline does.
        const late = setTimeout(700, null, { ref: false });
        const reading = await Promise.race([client.read(), late]);
        expect(OUTCOMES).toContain(reading?.outcome);
        expectStorable(reading!.wallets, reading!.unreadable);
      }),
      { numRuns: 300 },
    );
  });
});
