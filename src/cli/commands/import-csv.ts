import type { Config } from '../../config/resolve/resolve.ts';
import { counted } from '../../domain/counted.ts';
import { MAX_WALLETS } from '../../domain/wallet.ts';
import { type ImportedSnapshot, importSnapshots } from '../../store/import/import.ts';
import { MAX_AHEAD_MS, readDatabaseClock } from '../../store/postgres/clock.ts';
import { currencyLabel, nameLabel } from '../../upstream/records/label.ts';
import { readCsvSnapshots } from '../input/csv-snapshots.ts';
import { openStore } from '../input/open-store.ts';
import type { ConfigFlags } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import { type Io, isLively } from '../terminal/io.ts';
import { thereAlready } from '../terminal/there-already.ts';

export interface ImportCommand {
  readonly config: Config;
  readonly flags: ConfigFlags;
}

/** `floatwatch import FILE.csv`: imports snapshots from elsewhere into the history. */
export async function importCsv(
  io: Io,
  { path, size }: { readonly path: string; readonly size: number },
  { config, flags }: ImportCommand,
): Promise<void> {
  const accounts = new Map(config.accounts.map((account) => [account.name, account]));
  const strangers = new Set<string>();
  const leftOut = new Map<string, number>();
  const lively = isLively(io.stderr, io.env);
  let bytes = 0;

  await using store = await openStore(config, io, 'write');
  const latest = (await readDatabaseClock(store.pool)) + MAX_AHEAD_MS; // as for polls
  const { stored, known } = await importSnapshots(checked(), {
    ...store.connection,
    timezone: (name) => accounts.get(name)?.timezone,
    signal: io.signal,
    onLeftOut: (name, snapshots) => void leftOut.set(name, (leftOut.get(name) ?? 0) + snapshots),
    onProgress(imported) {
      if (!lively) return;
      const share = Math.min(100, Math.floor((bytes / size) * 100));
      io.stderr.write(`\r${share} %, ${counted(imported.stored + imported.known, 'snapshot')}`);
    },
  }).finally(() => lively && io.stderr.write('\r\x1b[K'));
  const [told, name] = [io.signal.aborted ? 'interrupted: ' : '', [...strangers].join(', ')];
  io.stderr.write(`floatwatch: ${told}${counted(stored, 'snapshot')} stored, ${thereAlready(known)}\n`);
  if (name)
    io.stderr.write(
      `floatwatch: not configured, so their days stay as they were, or are those of UTC: ${name}\n`,
    );
  for (const [account, snapshots] of leftOut)
    io.stderr.write(
      `floatwatch: ${account}: ${counted(snapshots, 'snapshot')} of new wallets left out: the account has ${MAX_WALLETS} others, and no more are kept\n`,
    );
  if (flags.json) io.stdout.write(jsonText({ stored, known }));
  if (io.signal.aborted || leftOut.size > 0) io.exitCode = 1;

  async function* checked(): AsyncGenerator<ImportedSnapshot[]> {
    const read = readCsvSnapshots(path, {
      latest,
      onBytes: (done) => {
        bytes = done;
      },
    });
    for await (const snapshots of read) {
      yield snapshots.map((snapshot) => {
        if (!accounts.has(snapshot.account)) strangers.add(snapshot.account);
        const [currency, walletType] = [currencyLabel(snapshot.currency), nameLabel(snapshot.walletType)];
        return {
          ...snapshot,
          currency: currency.text,
          walletType: walletType.text,
          exposable: currency.exposable && walletType.exposable,
        };
      });
    }
  }
}
