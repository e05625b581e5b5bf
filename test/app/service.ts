// A service in this process, without a socket.
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { OpenConnection } from '../../src/upstream/http/connection.ts';

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

/** It answers with these wallets. */
export function serviceOf(wallets: () => object[]): OpenConnection {
  return () => ({
    phase: 'waiting',
    address: '192.0.2.1',
    async send() {
      const body = { code: 200, status: 'success', message: 'ok', data: { merchant_wallets: wallets() } };
      return {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: Readable.from([Buffer.from(JSON.stringify(body))]),
      } as unknown as Dispatcher.ResponseData;
    },
    destroy() {},
  });
}
