// A name server on loopback whose names answer, fail, or never answer.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Addresses of a name, or how it misbehaves (`silent` among addresses: when asked for IPv6); a name that isn't there doesn't exist. */
export type Zone = Readonly<Record<string, readonly string[] | 'silent' | 'servfail'>>;

export interface NameServer extends AsyncDisposable {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** Names that were asked for IPv4 addresses, in their order. */
  readonly asked: readonly string[];
}

const TYPE_A = 1;
const TYPE_AAAA = 28;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    if (type === TYPE_A) asked.push(name);
    const known = zone[name];
    if (known === 'silent' || (type === TYPE_AAAA && known?.includes('silent'))) return;
    const code = known === undefined ? 3 : known === 'servfail' ? 2 : 0;
    const records = Array.isArray(known) ? known.flatMap((text) => record(text, type)) : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** One address of that type as a record that points to the question's name. */
function record(address: string, type: number): Buffer[] {
  const isV6 = address.includes(':');
  if (address === 'silent' || type !== (isV6 ? TYPE_AAAA : TYPE_A)) return [];
  const bytes = isV6 ? v6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return [Buffer.concat([head, bytes])];
}

function v6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((each) => Number.parseInt(each, 16));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
