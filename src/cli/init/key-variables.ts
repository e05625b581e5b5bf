// Names the variables of keys, for the flags of `floatwatch init` and for its answers.

/** The environment variables of the keys: everybody on the machine can read what stands on a command line. */
export const KEY_VARIABLES = {
  publicKey: 'FLOATWATCH_PUBLIC_KEY',
  secretKey: 'FLOATWATCH_SECRET_KEY',
} as const;
