// Ctrl-C, and the end of a reader, while a command is at work.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { floatwatch, start } from '../support/process.ts';

/** Takes every connection and says nothing. */
async function silentServer(stack: AsyncDisposableStack): Promise<Server & { readonly port: number }> {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  stack.defer(() => void server.close());
  await once(server, 'listening');
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

const account = { name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' };
const rules = [{ name: 'Low', below: '1' }];

test.for([
  ['simulate', 'SIGINT'],
  ['history acme/UGX/MERCHANT_PAYOUT', 'SIGINT'],
  ['statement --csv', 'SIGTERM'],
  ['doctor', 'SIGINT'],
  ['plan', 'SIGTERM'],
  ['balances', 'SIGINT'],
] as const)('%s that waits for the database is ended by %s, at once', async ([line, signal]) => {
  await using stack = new AsyncDisposableStack();
  const postgres = await silentServer(stack);
  const settings = { database: { url: `postgres://u@127.0.0.1:${postgres.port}/none` }, accounts: [account] };
  const config = stack.use(await configFolder({ ...settings, alerts: { rules } }));
  const asked = once(postgres, 'connection');
  const command = stack.use(floatwatch([...line.split(' '), '--config.file', config.file]));
  await asked;
  command.tell(signal);
  expect(await command.ended(), command.output()).toBe(signal);
});

/** Whether the Postgres of that folder's configuration runs. */
function postgresRuns({ folder }: ConfigFolder): boolean {
  try {
    const [pid] = readFileSync(join(folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test.for(['SIGINT', 'SIGHUP'] as const)(
  'a command that is ended by %s stops the Postgres that it had started',
  async (signal) => {
    await using stack = new AsyncDisposableStack();
    const service = await silentServer(stack);
    const slow = { ...account, base_url: `https://127.0.0.1:${service.port}` };
    const config = stack.use(await configFolder({ database: { embedded_port: 0 }, accounts: [slow] }));
    const asked = once(service, 'connection');
    const doctor = stack.use(floatwatch(['doctor', '--config.file', config.file]));
    await asked; // then its database has answered
    expect(postgresRuns(config)).toBe(true);
    doctor.tell(signal);
    expect(await doctor.ended(), doctor.output()).toBe(signal);
    expect(postgresRuns(config)).toBe(false);
  },
);

test('a command whose output nobody reads on stops the Postgres that it had started', async () => {
  await using stack = new AsyncDisposableStack();
  const config = stack.use(await configFolder({ database: { embedded_port: 0 }, accounts: [account] }));
  const script = 'set -o pipefail; "$0" "$1" doctor --json --config.file "$2" | true';
  const program = join(import.meta.dirname, '..', '..', 'bin', 'floatwatch.js');
  const doctor = stack.use(start('bash', ['-c', script, process.execPath, program, config.file]));
  expect(await doctor.ended(), doctor.output()).toBe(1); // the service can't be reached
  expect(postgresRuns(config)).toBe(false);
});
