// Keeps the web.config file in force: reads it again when it, or a file that it names, has changed.
import { stampOf } from './file-stamp.ts';
import { checkTls } from './tls-options.ts';
import { readWebConfig, type WebConfig } from './web-config.ts';

const LOOK_MS = 500;

export interface LiveConfig {
  /** The last configuration that was good. */
  current(): WebConfig;
}

/**
 * Reads a web.config file, and reads it again when it changes.
 *
 * Throws when the first read can't be used. Later a bad file is reported to `onError`, and the good configuration stays
 * in force.
 */
export function watchWebConfig(path: string, onError: (error: unknown) => void = () => {}): LiveConfig {
  let config = loadWebConfig(path);
  let looked = performance.now();
  let told: string | undefined; // the error of the bad file that was reported last

  return {
    current() {
      const now = performance.now();
      if (now - looked < LOOK_MS) return config;
      looked = now;
      if (!hasChanged(config)) return config;
      try {
        const next = loadWebConfig(path);
        if (!next.tls !== !config.tls)
          throw new Error(`${path}: TLS is switched on or off by a restart only`);
        if (config.users.size > 0 && next.users.size === 0)
          throw new Error(`${path}: no users any more; that is so by a restart only`); // or the file is being written just now
        config = next;
        told = undefined;
      } catch (error) {
        // Tried again at each look until it is good: it may name a file that doesn't exist yet.
        const { message } = error as Error;
        if (message !== told) onError(error);
        told = message;
      }
      return config;
    },
  };
}

/** Reads a web.config file, certificates included. Throws an `Error` with one sentence when it can't be used. */
export function loadWebConfig(path: string): WebConfig {
  const read = readWebConfig(path);
  try {
    if (read.tls) checkTls(read.tls);
  } catch (error) {
    throw new Error(`${path}: tls_server_config can't be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return read;
}

function hasChanged({ files }: WebConfig): boolean {
  return [...files].some(([file, stamp]) => stampOf(file) !== stamp);
}
