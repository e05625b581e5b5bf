// A thread that runs simulated worlds: it receives a seed, and answers with the result.
import { parentPort } from 'node:worker_threads';
import { simulate } from './simulation.ts';

parentPort!.on('message', async (seed: number) => {
  parentPort!.postMessage(await simulate(seed));
});
