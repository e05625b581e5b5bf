// The upstream service, simulated, on a real socket: both operations of the document, and trouble on request.
import fastify from 'fastify';
import type { Instant } from '../domain/observation.ts';
import { errorText } from './answers.ts';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import { PATHS } from './contract.ts';
import { parseListenAddress } from './listen.ts';
import type { Scenario } from './scenario.ts';
import { createService, type Operation } from './service.ts';

export interface SandboxOptions {
  /** `host:port`, default `127.0.0.1:0`. */
  readonly listen?: string;
  readonly scenario: Scenario;
  /** Whose time the balances follow; default the wall's. */
  readonly clock?: SimulatedClock;
  /** Told of each request when it has been understood, before it is answered. */
  readonly onRequest?: (request: SandboxRequest) => void;
}

export interface SandboxRequest {
  /** `null` when the keys were refused. */
  readonly merchant: string | null;
  readonly operation: Operation;
  readonly status: number;
  /** By the wall's clock. */
  readonly at: Instant;
}

export interface Sandbox {
  /** `http://127.0.0.1:14219`: what an account's `base_url` says. Known once started. */
  readonly address: string;
  readonly clock: SimulatedClock;
  start(): Promise<void>;
  /** Cuts every connection. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { scenario, onRequest } = options;
  const clock = options.clock ?? createSimulatedClock({ wall: Date.now });
  const { host, port } = parseListenAddress(options.listen ?? '127.0.0.1:0');
  const answer = createService({ scenario, now: () => clock.now() });
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  let address = '';

  for (const operation of ['balances', 'options'] as const) {
    app.get(PATHS[operation], (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { status, body, merchant } = answer({ operation, headers: request.headers, query });
      onRequest?.({ merchant, operation, status, at: Date.now() });
      return reply.code(status).type('application/json; charset=utf-8').send(body);
    });
  }
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(errorText(404, `Cannot ${request.method} ${request.url}`)),
  );

  const stop = (): Promise<void> => app.close();
  return {
    get address() {
      return address;
    },
    clock,
    async start() {
      address = await app.listen({ host, port });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
