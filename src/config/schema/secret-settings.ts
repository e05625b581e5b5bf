// The kinds of settings that hold a secret. Used by the schemas of the sections (schema*.ts).
import { flawOfHeader, flawOfKey, type Secret, type SecretCheck, secretOf } from '../secret.ts';
import { refuse, type SettingRefusal } from './refusal.ts';
import { setting } from './settings.ts';

const json = { type: 'string' };

/** A key, password or token. No message ever quotes it. */
export const secretText = () => secret(`a key in quotes, or a \${VARIABLE}`, flawOfKey);

/** The value of a header, which holds a key. */
export const secretHeader = () => secret(`text in quotes, or a \${VARIABLE}`, flawOfHeader);

/** An address that holds a password or a token, checked by `flaw`. */
export const secretUrl = (flaw: SecretCheck) => secret('an address', flaw);

function secret(expected: string, check: SecretCheck) {
  return setting(expected, json, (value): Secret | SettingRefusal => {
    if (typeof value === 'number' || typeof value === 'boolean') {
      return refuse(
        'must be in quotes: YAML reads it as a number or as true or false, and so would change it',
      );
    }
    if (typeof value !== 'string') return refuse(`must be ${expected}`);
    try {
      return secretOf(value, check);
    } catch (error) {
      return refuse((error as Error).message);
    }
  });
}
