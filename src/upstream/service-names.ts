// The names that the setting `accounts[].service` may have. Used by checks of the configuration, without loading the services.

export const SERVICE_NAMES = ['wallet-service'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
