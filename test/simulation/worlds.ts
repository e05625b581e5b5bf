// Runs many simulated worlds, in a thread for each core.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RunResult, SimulateOptions } from './simulation.ts';

export interface WorldsOptions extends Pick<SimulateOptions, 'accounts' | 'lookMs'> {
  readonly first: number;
  readonly count: number;
  /** @default one for each core */
  readonly threads?: number;
  /** Called with each result as its world ends; returns whether to go on. */
  onResult(result: RunResult): 'go on' | 'stop';
}

/** Resolves when all worlds have ended; rejects when one can't be run. */
export async function runWorlds({
  first,
  count,
  threads = availableParallelism(),
  onResult,
  ...workerData
}: WorldsOptions): Promise<void> {
  let next = first;
  const end = first + count;
  await Promise.all(Array.from({ length: Math.min(threads, count) }, runOne));

  async function runOne(): Promise<void> {
    const worker = new Worker(new URL('./world-worker.ts', import.meta.url), { workerData });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const more = () => (next < end ? worker.postMessage(next++) : resolve());
    worker.on('error', reject);
    worker.on('message', (result: RunResult) => {
      if (onResult(result) === 'stop') next = end;
      more();
    });
    more();
    try {
      await promise;
    } finally {
      await worker.terminate();
    }
  }
}
