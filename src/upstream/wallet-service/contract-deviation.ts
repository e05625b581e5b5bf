// What a response did that the interface's document doesn't say, though it could be read all the same.

/** Ways in which responses leave the document: a closed list, to be counted. */
const DRIFTS = [
  'envelope_mismatch', // HTTP and the envelope, or the envelope's code and status, contradict each other
  'code_as_string',
  'amount_as_string',
  'unknown_field',
  'repeated_record', // a wallet or an option told twice with equal values
  'currency_case',
  'unasked_record', // of another currency or type than was asked for
  'label', // a name that fails the strict check, and so isn't exposed
  'over_limit', // more records than are kept
] as const;
export type ContractDeviation = (typeof DRIFTS)[number];

/** Told of each drift as it is met; must not throw. */
export type OnContractDeviation = (drift: ContractDeviation) => void;

/** What a reader of records is given besides them. */
export interface Reader {
  readonly onDrift: OnContractDeviation;
  /** Takes our own keys out of a text: a service may give them for a name. Default: nothing is taken out. */
  readonly scrub?: (text: string) => string;
}
