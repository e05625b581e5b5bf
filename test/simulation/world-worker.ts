// A thread that runs simulated worlds: it is sent a seed, and answers with what came of it.
import { parentPort } from 'node:worker_threads';
import { simulate } from './simulation.ts';

parentPort!.on('message', async (seed: number) => {
  parentPort!.postMessage(await simulate(seed));
});
