// Checks how much room is left on the disk of `data_dir`.
import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { bad, check, type Judgement, ok, warn } from './check.ts';

const MIB = 1024 * 1024;
const SPOOL_BYTES = 320 * MIB; // the file of 256 MiB of records is about a fifth larger; rounded up
const SHARE = 0.1;

export interface DiskFacts {
  readonly folder: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export const disk = check('disk', ({ config }) => askDisk(resolve(config.data_dir)), judgeDisk);

/** The room for a folder. For one that doesn't exist yet, asks the nearest folder above it. */
export function askDisk(folder: string): DiskFacts {
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, blocks, bsize } = statfsSync(there);
  return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export function judgeDisk({ folder, freeBytes, totalBytes }: DiskFacts): readonly Judgement[] {
  const found = `${size(freeBytes)} of ${size(totalBytes)} are free for ${folder}`;
  const advice = 'make room, or move data_dir to another disk';
  if (freeBytes < SPOOL_BYTES) return [bad(`${found}: the spool may take ${size(SPOOL_BYTES)}`, advice)];
  if (freeBytes < totalBytes * SHARE) return [warn(found, advice)];
  return [ok(found)];
}

function size(bytes: number): string {
  return bytes < 10_240 * MIB ? `${Math.floor(bytes / MIB)} MiB` : `${Math.floor(bytes / (1024 * MIB))} GiB`;
}
