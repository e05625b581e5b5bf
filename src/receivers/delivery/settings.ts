// How a receiver describes its settings: as data. The configuration makes its checks, its JSON Schema and its reference from
// them. So each setting stands once, in the folder of its receiver.

interface Described {
  /** What the setting means, for docs/configuration.md. */
  readonly about: string;
}

/** What a text must look like, where not every text will do. */
interface Patterned {
  readonly pattern?: RegExp;
  /** Completes "must be …". */
  readonly expected?: string;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** One setting of a receiver. A setting with neither `required` nor `default` may be absent, and is `null` then. */
export type ReceiverSetting =
  /** Never shown. May also be given as `NAME_file`, and is read again when that file changes. */
  | (Described & { readonly takes: 'secret'; readonly required: boolean })
  /** A secret that is an `https` address; `http` beyond this machine needs `allow_insecure_http`. */
  | (Described & { readonly takes: 'secret_url'; readonly required: boolean })
  | (Described & { readonly takes: 'flag'; readonly default: boolean })
  /** An address that is not secret; `https` as for a `secret_url`. */
  | (Described & { readonly takes: 'url'; readonly default: string })
  | (Described &
      Patterned & { readonly takes: 'text'; readonly required: boolean; readonly default?: string })
  | (Described & { readonly takes: 'choice'; readonly of: readonly string[]; readonly default: string })
  | (Described & Patterned & { readonly takes: 'texts'; readonly required: boolean })
  /** The name or the address of a machine; the value is without brackets. */
  | (Described & { readonly takes: 'host'; readonly required: true })
  | (Described & { readonly takes: 'port'; readonly default: number })
  | (Described & Bounds & { readonly takes: 'whole'; readonly default: number })
  /** A tree of JSON. A `{{name}}` in its texts must be one of `names`. */
  | (Described & { readonly takes: 'json'; readonly required: boolean; readonly names: readonly string[] });

/** The settings of one kind of receiver by their names. */
export type SettingsShape = Readonly<Record<string, ReceiverSetting>>;

/** The value of a secret setting. Ask for it before each request, because secrets change. */
export interface SecretSetting {
  reveal(): string;
}

/** Any value that JSON can hold. */
export type JsonTree =
  | string
  | number
  | boolean
  | null
  | readonly JsonTree[]
  | { readonly [name: string]: JsonTree };

interface SettingValues {
  readonly secret: SecretSetting;
  readonly secret_url: SecretSetting;
  readonly flag: boolean;
  readonly url: string;
  readonly text: string;
  readonly texts: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly whole: number;
  readonly json: JsonTree;
}

type Plain<Takes extends ReceiverSetting['takes']> = Exclude<Takes, 'choice'>;

/** The values of settings that have this shape. */
export type SettingsOf<S extends SettingsShape> = {
  readonly [K in keyof S]:
    | (S[K] extends { readonly of: readonly (infer Word)[] } ? Word : SettingValues[Plain<S[K]['takes']>])
    | (S[K] extends { readonly required: true } | { readonly default: unknown } ? never : null);
};

/** A required secret. */
export function secret<const About extends string>(about: About) {
  return { takes: 'secret', required: true, about } as const;
}

/** A required address that is secret. */
export function secretUrl<const About extends string>(about: About) {
  return { takes: 'secret_url', required: true, about } as const;
}

/** A required text. */
export function requiredText<const About extends string>(about: About) {
  return { takes: 'text', required: true, about } as const;
}

/** The address of a provider's API, for operators who need another one. */
export function apiUrl<const Address extends string>(address: Address, about: string) {
  return { takes: 'url', default: address, about } as const;
}

/** The setting `allow_insecure_http` of an address. */
export const ALLOW_INSECURE_HTTP = {
  takes: 'flag',
  default: false,
  about: 'Allows http:// beyond this machine.',
} as const;
