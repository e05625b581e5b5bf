// What befalls the soak: each kind begins, and returns what ends it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../simulation/chance.ts';
import { ACCOUNTS, THRESHOLD } from './service.ts';
import type { Replica, Stack } from './stack.ts';

type Misfortune = (stack: Stack, replica: Replica, chance: Chance) => () => void | Promise<void>;

const gone = () => {};
const ENDS_WITHIN_MS = 60_000; // beyond what the misfortune lasts

export const MISFORTUNES = {
  replica_stopped(_, { running }) {
    running.tell('SIGSTOP');
    return () => running.tell('SIGCONT');
  },
  replica_killed: (_, replica) => end(replica, 'SIGKILL'),
  replica_restarted: (_, replica) => end(replica, 'SIGTERM'),
  replica_reloaded(_, replica) {
    replica.reload(THRESHOLD * 0.9);
    return () => replica.reload(THRESHOLD);
  },
  disk_full(_, { disk }) {
    const filler = join(disk, 'filler');
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(65_536), { flag: 'a' });
    } catch {
      // there is no room any more
    }
    return () => rmSync(filler, { force: true });
  },
  postgres_killed({ database }) {
    process.kill(database.pid, 'SIGKILL'); // it is started again by whoever embeds it
    return gone;
  },
  network_cut(_, { ways }, chance) {
    const all = chance.is(0.5);
    const cut = all ? ways : ways.slice(0, 1);
    for (const way of cut) {
      way.inject({ up: { kind: chance.is(0.5) ? 'reset' : 'stall' } });
      way.resetAll();
    }
    return () => {
      for (const way of cut) {
        way.inject();
        way.resetAll();
      }
    };
  },
  async alertmanager_killed({ alertmanager }) {
    await alertmanager.kill();
    return () => alertmanager.start();
  },
  webhook_refuses(stack) {
    stack.webhookRefuses = true;
    return () => {
      stack.webhookRefuses = false;
    };
  },
  service_fails({ service }, _, chance) {
    const account = chance.pick(ACCOUNTS);
    service.trouble.set(account, chance.is(0.5) ? 'error_500' : 'silent');
    return () => void service.trouble.delete(account);
  },
} satisfies Record<
  string,
  (...given: Parameters<Misfortune>) => ReturnType<Misfortune> | Promise<ReturnType<Misfortune>>
>;

export type MisfortuneKind = keyof typeof MISFORTUNES;
export const KINDS = Object.keys(MISFORTUNES) as MisfortuneKind[];

/** Ends a process, unless it is about to begin; the next one begins when the misfortune is over. */
function end(replica: Replica, signal: 'SIGKILL' | 'SIGTERM'): () => Promise<void> {
  const { running } = replica;
  running.tell(signal);
  if (signal === 'SIGTERM') running.tell('SIGCONT');
  return async () => {
    const late = setTimeout(() => {
      replica.stuck++;
      running.tell('SIGKILL');
    }, ENDS_WITHIN_MS);
    await running.ended();
    clearTimeout(late);
    replica.start();
  };
}
