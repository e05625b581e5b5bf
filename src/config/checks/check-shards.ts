// Checks the shards of the file: that there is such a one, and that they have a database which all of them can share.
import { shardSettings } from '../schema/schema.ts';
import { entries, type Findings, valid } from '../valid.ts';

/** What is said of several shards without a server of Postgres. */
export const SHARDS_SHARE =
  'all shards share one database, and the embedded one would be another for each process';

/** Checks what the file says of shards. It may leave one of the two numbers to a flag, which says it for each process. */
export function checkShards(root: unknown, findings: Findings): void {
  const file = entries(root);
  const { shard, total } = valid(shardSettings, file['shards'] ?? {});
  if (total == null) return; // not said, or invalid by itself
  const flaw = shard == null ? undefined : flawOfShards({ shard, total });
  if (flaw) findings.problem(['shards', 'shard'], flaw);
  const { url, url_file: from } = entries(file['database']);
  if (total > 1 && url == null && from == null) {
    findings.problem(['shards', 'total'], `is ${total}, and needs database.url or url_file: ${SHARDS_SHARE}`);
  }
}

/** Says why a shard can't be one of `total`; `undefined` when it can. */
export function flawOfShards({ shard, total }: { shard: number; total: number }): string | undefined {
  if (shard < total) return undefined;
  return `is ${shard}, and must be less than the number of shards, ${total}: they are counted from 0`;
}
