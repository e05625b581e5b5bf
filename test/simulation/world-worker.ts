// A thread that runs simulated worlds: it receives seeds, and answers each with the result.
import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './simulation.ts';

parentPort!.on('message', async (seed: number) => {
  parentPort!.postMessage(await simulate(seed, { accounts: workerData.accounts }));
});
