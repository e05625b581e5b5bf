// The ways in which a readable response departs from the service's document. Reported by the readers of records and
// envelopes; `app/` counts and logs them.

/** A closed list, so that they can be counted. */
export type ContractDeviation =
  | 'envelope_mismatch' // HTTP and the envelope, or the envelope's code and status, contradict each other
  | 'code_as_string'
  | 'amount_as_string'
  | 'prefix_as_number'
  | 'unknown_field'
  | 'repeated_record' // a wallet or an option that comes twice with equal values
  | 'currency_case'
  | 'unasked_record' // of another currency or type than we asked for
  | 'unknown_wallet_type' // not in the document: stored and exposed like any other
  | 'unknown_currency' // not in ISO 4217: likewise
  | 'label' // a name that fails the strict check, and so is not exposed
  | 'over_limit'; // more records than we keep

/** Called for each deviation, with the unknown name where the deviation is about one. Must not throw. */
export type OnContractDeviation = (deviation: ContractDeviation, name?: string) => void;

/** What a reader of records gets besides the records. */
export interface Reader {
  readonly onDeviation: OnContractDeviation;
  /** Removes our own keys from a text, because a service may return them as a name. @default removes nothing */
  readonly scrub?: (text: string) => string;
}
