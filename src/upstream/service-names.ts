// How the setting `accounts[].service` names a service. Used by who checks a configuration, without loading the services.

export const SERVICE_NAMES = ['wallet-service'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
