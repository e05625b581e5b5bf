// Used by the flags of `floatwatch init` and by its answers.

/** The keys that come by the environment: what stands on a command line everybody on the machine can read. */
export const KEY_VARIABLES = {
  publicKey: 'FLOATWATCH_PUBLIC_KEY',
  secretKey: 'FLOATWATCH_SECRET_KEY',
} as const;
