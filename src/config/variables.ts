// Finds environment variables that are hardly meant as they are spelt: they would silently do nothing.
import { meantBy } from '../domain/spelling.ts';
import type { Env } from './yaml/expand.ts';

const PREFIX = 'FLOATWATCH_';
const NEAR = 2; // letters by which the length of a misspelt name may differ

/** The variables of commands that read a configuration. A test compares them with the flags. */
export const VARIABLES: readonly string[] = [
  'FLOATWATCH_CONFIG_FILE',
  'FLOATWATCH_CONFIG_MAX_BYTES',
  'FLOATWATCH_WEB_LISTEN_ADDRESS',
  'FLOATWATCH_WEB_CONFIG_FILE',
  'FLOATWATCH_WEB_EXTERNAL_URL',
  'FLOATWATCH_WEB_ENABLE_LIFECYCLE',
  'FLOATWATCH_SHARD',
  'FLOATWATCH_TOTAL_SHARDS',
  'FLOATWATCH_LOG_LEVEL',
  'FLOATWATCH_LOG_FORMAT',
];

/** The variables of the demo, which reads no configuration. */
export const DEMO_VARIABLES: readonly string[] = ['FLOATWATCH_DATA_DIR'];

/**
 * Returns a sentence for each variable that is spelt nearly as one of ours. Others with our prefix are left alone:
 * Kubernetes sets some for a Service of our name, and people name their own so. `text`, the configuration, may use any.
 */
export function misspeltVariables(env: Env, text = '', known = VARIABLES): readonly string[] {
  const ours = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(env).flatMap((name) => {
    if (!name.toUpperCase().startsWith(PREFIX) || known.includes(name) || text.includes(name)) return [];
    const typed = name.slice(PREFIX.length);
    const near = ours.filter((one) => Math.abs(one.length - typed.length) <= NEAR);
    const meant = meantBy(typed, near);
    return meant === undefined
      ? []
      : [`the environment variable ${name} has no effect: did you mean ${PREFIX}${meant}?`];
  });
}
