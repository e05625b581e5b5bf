// Checks keys before they go into a header. Used by services when they make a request.

/** A key can't be sent: its file is gone, or it has characters that no header may have. */
export class UnusableKey extends Error {
  override readonly name = 'UnusableKey';
  /** The setting that holds the key, such as `secret_key`. */
  readonly setting: string;
  constructor(setting: string) {
    super(`${setting} can't be sent`);
    this.setting = setting;
  }
}

/** Returns the key for a header; throws an {@link UnusableKey} that names the setting. */
export function usableKey(setting: string, key: () => string): string {
  let value: string;
  try {
    value = key();
  } catch {
    throw new UnusableKey(setting);
  }
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UnusableKey(setting);
  return value;
}
