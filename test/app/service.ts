// A service in this process, without a socket.
import type { OpenConnection } from '../../src/upstream/http/connection.ts';
import { PATHS } from '../../src/upstream/wallet-service/wire.ts';

/** A wallet of UGX as the service tells of it. */
export function serviceWallet(type: string, available: string): object {
  return {
    currency: 'UGX',
    wallet_type: type,
    available_balance: Number(available),
    actual_balance: Number(available),
    uncleared_balance: 0,
    reserve_balance: 0,
  };
}

/** A provider of payouts of UGX as the service tells of it. */
export function serviceOption(providerCode: string): object {
  return {
    transaction_currency: 'UGX',
    transaction_type: 'PAYOUT',
    transaction_method: 'MOBILE_MONEY',
    transaction_method_name: 'Mobile Money',
    provider_code: providerCode,
    provider_name: providerCode,
    min_amount: 500,
    max_amount: 5_000_000,
    max_daily_amount: 20_000_000,
    is_active: true,
    option_prefixes: ['77'],
  };
}

/** It answers with these wallets, and with these payment options. */
export function serviceOf(wallets: () => object[], options: () => object[] = () => []): OpenConnection {
  return () => ({
    phase: 'waiting',
    address: '192.0.2.1',
    async send({ path }, onHead) {
      const data = path.startsWith(PATHS.options)
        ? { payment_providers: options() }
        : { merchant_wallets: wallets() };
      const body = { code: 200, status: 'success', message: 'ok', data };
      onHead({ status: 200, headers: { 'content-type': 'application/json' } });
      return Buffer.from(JSON.stringify(body));
    },
    destroy() {},
  });
}
