// A silence of an Alertmanager that covers alerts of floatwatch: somebody is dealing with them. `receivers/alertmanager`
// reads silences, and pages show them.
import type { Instant } from './observation.ts';

export interface Silence {
  readonly id: string;
  /** The Alertmanager's address, without a slash at its end. */
  readonly alertmanager: string;
  readonly createdBy: string;
  readonly comment: string;
  readonly endsAt: Instant;
  /** The fingerprints of the alerts that it covers now. */
  readonly alerts: readonly string[];
}
