// What every fault says of itself, and all that it sends, kept in golden/faults-*.txt. Over a real connection:
// faults.test.ts.
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault, FaultContext } from '../../src/sandbox/fault.ts';
import { FAULTS } from '../../src/sandbox/faults.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createService, type SandboxOperation } from '../../src/sandbox/service.ts';

const NOON = Date.UTC(2026, 10, 20, 9);
const HOST = '127.0.0.1:14219';
const PATHS = { balances: '/data/wallet-balances', options: '/data/payment-providers' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

const merchant = merchantOf('acme', [{ currency: 'UGX', size: 100, payout: true, service: false }]);
const scenario = createScenario({ seed: 'golden', merchants: [merchant] });
const service = createService({ scenario, now: () => NOON });
const goodAnswer = (operation: SandboxOperation) =>
  service({
    operation,
    headers: { 'public-key': merchant.publicKey, 'secret-key': merchant.secretKey },
    query: operation === 'options' ? { currency: 'UGX', transaction_type: 'PAYOUT' } : {},
  });

/** Faults that would go on for ever, or for long: the client leaves after so many pieces. */
const LEAVES_AFTER: Readonly<Record<string, number>> = { 'endless-headers': 3, 'endless-body': 3 };
/** Smaller values than the default ones, which send megabytes. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ 'huge-body': '2', 'early-hints': '101', 'many-wallets': '3' },
};

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  ...{ gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync, zstd: zstdDecompressSync },
};

/** Bytes as text: the middle of long texts left out, then long runs counted. */
function shown(bytes: string | Uint8Array, good = ''): string {
  const all = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
  const text = good === '' ? all : all.replace(good, '‹the good answer›');
  const cut =
    text.length > 900 ? `${text.slice(0, 400)} … ${text.length} in all … ${text.slice(-300)}` : text;
  return cut
    .replaceAll(/(.)\1{30,}/g, (run, one) => `${one}{${run.length} times}`)
    .replaceAll('\r\n', '␍␊')
    .replaceAll('\n', '␊')
    .replaceAll(/[^\x20-\x7e␍␊…‹›]/g, (one) => `\\x${one.codePointAt(0)!.toString(16)}`);
}

function decoded(body: string | Uint8Array, coding: string | undefined): string | Uint8Array {
  const codings = coding?.split(', ').filter((name) => name in DECODERS) ?? [];
  return codings.reduce<string | Uint8Array>((bytes, name) => DECODERS[name]!(Buffer.from(bytes)), body);
}

/** Everything that a fault does to a connection, line by line. */
async function doneBy(fault: Fault, operation: SandboxOperation, times: number, socket = fakeSocket(fault)) {
  const { body: good, records } = goodAnswer(operation);
  const lines: string[] = [];
  let coding: string | undefined;
  const response = {
    writeHead(status: number, headers: Record<string, string> = {}) {
      coding = headers['content-encoding'];
      const { 'content-length': length, ...rest } = headers; // that of a coded body is the coder's affair
      lines.push(`${status} ${JSON.stringify(coding && coding !== 'pigeon' ? rest : { ...rest, length })}`);
      return { end: () => void lines.push('without a body') };
    },
    end: (body: string | Uint8Array) => void lines.push(shown(decoded(body, coding), good)),
  };
  const pauses: number[] = [];
  await fault.act({
    ...{ operation, body: good, records, times, socket: socket.socket },
    response: response as unknown as FaultContext['response'],
    value: VALUES[fault.name] ?? fault.value?.default ?? '',
    url: `http://${HOST}${PATHS[operation]}`,
    wait: (ms) => Promise.resolve(pauses.push(ms) > 0),
  });
  lines.push(...socket.sent(good));
  if (pauses.length > 0) lines.push(`pauses: ${pauses.length} of ${[...new Set(pauses)].join(', ')} ms`);
  return lines.length > 0 ? lines : ['nothing'];
}

function fakeSocket({ name }: Pick<Fault, 'name'>) {
  const pieces: Buffer[] = [];
  const ends: string[] = [];
  const take = (bytes: string | Uint8Array) => pieces.push(Buffer.from(bytes)) > 0;
  const socket = {
    get destroyed() {
      return pieces.length >= (LEAVES_AFTER[name] ?? Number.POSITIVE_INFINITY);
    },
    write: take,
    end(bytes?: string | Uint8Array) {
      if (bytes !== undefined) take(bytes);
      ends.push('closed');
    },
    destroy: () => void ends.push('destroyed'),
    resetAndDestroy: () => void ends.push('reset'),
  };
  const sent = (good = ''): string[] => {
    const all = Buffer.concat(pieces);
    return [...(all.length > 0 ? [shown(all, good)] : []), ...ends.map((end) => `connection ${end}`)];
  };
  return { socket: socket as unknown as Socket, sent };
}

test('what each is called, shows and takes', async () => {
  const told = [...FAULTS.values()].map(({ name, cases, description, value }) => {
    const takes = value ? ` [${value.meaning}: ${JSON.stringify(value.default)}]` : '';
    return `${name} (${cases.join(', ')}): ${description}${takes}\n`;
  });
  await expect(told.join('')).toMatchFileSnapshot('golden/faults-list.txt');
});

test.for(['balances', 'options'] as const)('what each sends when %s are asked for', async (operation) => {
  const told: string[] = [];
  for (const fault of FAULTS.values()) {
    if (fault.name === 'gzip-bomb') continue; // takes as long as all others together
    told.push(`--- ${fault.name}`, ...(await doneBy(fault, operation, 1)));
  }
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(`golden/faults-${operation}.txt`);
});

test('the second answer of flapping is good, and that of keep-alive-race only on another connection', async () => {
  const good = [expect.stringMatching(/^200 /), '‹the good answer›'];
  expect(await doneBy(FAULTS.get('flapping')!, 'balances', 2)).toEqual(good);
  const race = FAULTS.get('keep-alive-race')!;
  const kept = fakeSocket(race);
  expect(await doneBy(race, 'balances', 1, kept)).toEqual(good);
  expect(await doneBy(race, 'balances', 2, kept)).toEqual(['connection destroyed']);
  expect(await doneBy(race, 'balances', 3)).toEqual(good);
});
