// Ways in which a response departs from the service's document though it can be read all the same. Told by the readers
// of records and envelopes, counted and logged in `app/`.

/** A closed list, to be counted. */
export type ContractDeviation =
  | 'envelope_mismatch' // HTTP and the envelope, or the envelope's code and status, contradict each other
  | 'code_as_string'
  | 'amount_as_string'
  | 'prefix_as_number'
  | 'unknown_field'
  | 'repeated_record' // a wallet or an option told twice with equal values
  | 'currency_case'
  | 'unasked_record' // of another currency or type than was asked for
  | 'unknown_wallet_type' // none that the document names: stored and exposed like any other
  | 'unknown_currency' // none of ISO 4217: likewise
  | 'label' // a name that fails the strict check, and so isn't exposed
  | 'over_limit'; // more records than are kept

/** Told of each deviation as it is met, with the name that is unknown where it is about one; must not throw. */
export type OnContractDeviation = (deviation: ContractDeviation, name?: string) => void;

/** What a reader of records is given besides them. */
export interface Reader {
  readonly onDeviation: OnContractDeviation;
  /** Takes our own keys out of a text: a service may give them for a name. @default nothing is taken out */
  readonly scrub?: (text: string) => string;
}
