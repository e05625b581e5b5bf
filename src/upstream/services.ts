// The services that accounts can be polled by: another one is a folder beside this file, and a line here. Used by
// `app/sources.ts`.
import type { Service } from './service.ts';
import { walletService } from './wallet-service/client.ts';

/** By the name that the setting `accounts[].service` has for it. */
export const services: Readonly<Record<string, Service>> = {
  'wallet-service': walletService,
};

/** Throws a `RangeError` that names those that are known. */
export function serviceNamed(name: string): Service {
  if (Object.hasOwn(services, name)) return services[name]!;
  throw new RangeError(
    `there is no service ${JSON.stringify(name)}; known are ${Object.keys(services).join(', ')}`,
  );
}
