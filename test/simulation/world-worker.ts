// A thread that runs simulated worlds: it receives seeds, and answers each with the result.
import { parentPort, workerData } from 'node:worker_threads';
import { type SimulateOptions, simulate } from './simulation.ts';

const { accounts, lookMs } = workerData as Pick<SimulateOptions, 'accounts' | 'lookMs'>;

parentPort!.on('message', async (seed: number) => {
  parentPort!.postMessage(await simulate(seed, { accounts, lookMs }));
});
