// The services by which accounts can be polled. To add one: a folder beside this file, a line here and its name in
// `service-names.ts`. Used by `app/sources.ts`.
import type { Service } from './service.ts';
import { SERVICE_NAMES, type ServiceName } from './service-names.ts';
import { walletService } from './wallet-service/client.ts';

const SERVICES: Readonly<Record<ServiceName, Service>> = {
  'wallet-service': walletService,
};

/** Throws a `RangeError` that names the known services. */
export function serviceNamed(name: string): Service {
  if (Object.hasOwn(SERVICES, name)) return SERVICES[name as ServiceName];
  throw new RangeError(`there is no service ${JSON.stringify(name)}; known are ${SERVICE_NAMES.join(', ')}`);
}
