// The upstream service, simulated on a real socket: both operations of the document, and faults on request. Used by the
// demo, by `floatwatch sandbox` and by tests.
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Instant } from '../domain/observation.ts';
import { listenFailure, toListenAddress } from '../net/listen-address.ts';
import { withoutSchemas } from '../net/without-schemas.ts';
import { PATHS } from '../upstream/wallet-service/wire.ts';
import { errorText } from './answers.ts';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import { createControl } from './control.ts';
import { type Fault, type FaultContext, JSON_TYPE } from './fault.ts';
import { createFaultSwitches, type FaultSwitches } from './faults.ts';
import { createOverrides, type SandboxOverrides } from './overrides.ts';
import { createRequestCounts, type RequestCounts } from './requests.ts';
import type { Scenario } from './scenario.ts';
import { createService, type SandboxOperation } from './service.ts';

export interface SandboxOptions {
  /** `host:port`. @default `127.0.0.1:0` */
  readonly listen?: string;
  /** Where the control door opens, `host:port` on loopback. @default nowhere */
  readonly control?: string;
  readonly scenario: Scenario;
  /** The clock that the balances follow. @default the wall's */
  readonly clock?: SimulatedClock;
  /** Called for each request when it has been understood, before it is answered. */
  readonly onRequest?: (request: SandboxRequest) => void;
}

export interface SandboxRequest {
  /** `null` when the keys were refused. */
  readonly merchant: string | null;
  readonly operation: SandboxOperation;
  /** The name of the fault that answers it; `null` for the good answer. */
  readonly fault: string | null;
  /** By the wall's clock. */
  readonly at: Instant;
}

export interface Sandbox {
  /** `http://127.0.0.1:14219`: an account's `base_url`. Known once started. */
  readonly address: string;
  /** The control door's, `null` when there is none. Known once started. */
  readonly controlAddress: string | null;
  readonly scenario: Scenario;
  readonly clock: SimulatedClock;
  readonly faults: FaultSwitches;
  readonly overrides: SandboxOverrides;
  readonly requests: RequestCounts;
  start(): Promise<void>;
  /** Closes every connection. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { scenario, onRequest } = options;
  const { host, port } = toListenAddress(options.listen ?? '127.0.0.1:0');
  const clock = options.clock ?? createSimulatedClock({ wall: Date.now });
  const faults = createFaultSwitches(Date.now);
  const overrides = createOverrides();
  const requests = createRequestCounts();
  const answer = createService({ scenario, now: () => clock.now(), retouch: overrides });
  const control = options.control === undefined ? null : createControl(options.control);
  const app = fastify({ ...withoutSchemas, forceCloseConnections: true, exposeHeadRoutes: false });
  let address = '';

  for (const operation of ['balances', 'options'] as const) {
    app.get(PATHS[operation], (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { status, body, merchant, records } = answer({ operation, headers: request.headers, query });
      const taken = merchant === null ? undefined : faults.take(merchant, operation);
      onRequest?.({ merchant, operation, fault: taken?.fault.name ?? null, at: Date.now() });
      reply.raw.once('close', requests.begin(merchant ?? '', operation, taken !== undefined));
      if (!taken) return reply.code(status).type(JSON_TYPE).send(body);
      const { value, times } = taken.on;
      return misbehave(taken.fault, request, reply, { operation, body, records, value, times });
    });
  }
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type(JSON_TYPE)
      .send(errorText(404, `Cannot ${request.method} ${request.url}`)),
  );

  const sandbox: Sandbox = {
    get address() {
      return address;
    },
    get controlAddress() {
      return control?.address ?? null;
    },
    scenario,
    clock,
    faults,
    overrides,
    requests,
    async start() {
      address = await app.listen({ host, port }).catch((cause) => {
        throw listenFailure({ host, port }, cause);
      });
      await control?.start(sandbox);
    },
    async stop() {
      await control?.stop();
      await app.close();
    },
    [Symbol.asyncDispose]: () => sandbox.stop(),
  };
  return sandbox;
}

/** Lets a fault answer in its own way; it may also break or close the socket. */
function misbehave(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  about: Pick<FaultContext, 'operation' | 'body' | 'records' | 'value' | 'times'>,
): FastifyReply {
  const { socket } = request;
  const gone = new AbortController();
  reply.hijack();
  reply.raw.once('close', () => gone.abort());
  const exchange: FaultContext = {
    ...about,
    socket,
    response: reply.raw,
    url: `http://${request.headers.host}${request.url}`,
    wait: (ms) => sleep(ms, true, { signal: gone.signal }).catch(() => false),
  };
  const act = async () => await fault.act(exchange);
  act().catch(() => socket.destroy()); // the value can't be sent, or the connection is gone
  return reply;
}
