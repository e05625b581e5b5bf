// The control door: an HTTP API (JSON) on loopback with which tests and curious people set balances, time and faults.
// Used by `server.ts`.
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseDuration } from '../domain/duration.ts';
import { parseAmount } from '../domain/money.ts';
import type { PaymentOptionId } from '../domain/payment-option.ts';
import { forAmounts, type WalletId } from '../domain/wallet.ts';
import { isLoopbackHost } from '../net/address.ts';
import { isLoopbackListen, listenFailure, toListenAddress } from '../net/listen-address.ts';
import { withoutSchemas } from '../net/without-schemas.ts';
import type { SimulatedClock } from './clock.ts';
import type { FaultSwitches } from './faults.ts';
import { optionsAt } from './options.ts';
import type { SandboxOverrides } from './overrides.ts';
import type { RequestCounts } from './requests.ts';
import type { Scenario } from './scenario.ts';

/** What the door gives access to. */
interface Controlled {
  readonly scenario: Scenario;
  readonly clock: SimulatedClock;
  readonly faults: FaultSwitches;
  readonly overrides: SandboxOverrides;
  readonly requests: RequestCounts;
}

export interface Control {
  /** `http://127.0.0.1:43210`; known once started. */
  readonly address: string;
  start(controlled: Controlled): Promise<void>;
  stop(): Promise<void>;
}

const amount = z.string().transform((text, context) => {
  const parsed = parseAmount(text);
  if (parsed === undefined)
    context.addIssue(`not an amount in quotes, such as "1250.50": ${JSON.stringify(text)}`);
  return parsed ?? z.NEVER;
});
const duration = z.string().transform((text, context) => {
  const parsed = parseDuration(text);
  if (parsed === undefined)
    context.addIssue(`not a duration, such as "90s" or "2h": ${JSON.stringify(text)}`);
  return parsed ?? z.NEVER;
});
const maybe = <Schema extends z.ZodType>(schema: Schema) => z.exactOptional(schema);

const WALLET = z.strictObject({
  vanished: maybe(z.boolean()),
  ...forAmounts(() => maybe(amount)),
});
const OPTION = z.strictObject({
  vanished: maybe(z.boolean()),
  active: maybe(z.boolean()),
  min: maybe(amount),
  max: maybe(amount),
  maxDaily: maybe(amount),
});
const FAULT = z.strictObject({
  name: z.string(),
  for: maybe(duration),
  operation: maybe(z.enum(['balances', 'options'])),
  value: maybe(z.string()),
});
const TIME = z.strictObject({ frozen: maybe(z.boolean()), advance: maybe(duration) });

/** A door at `listen`. Throws a `RangeError` unless that is on loopback, as a client of the door may do anything. */
export function createControl(listen: string): Control {
  const where = toListenAddress(listen);
  if (!isLoopbackListen(where))
    throw new RangeError(`the control door opens on loopback only, not on ${listen}`);
  const app = fastify({ ...withoutSchemas, forceCloseConnections: true, exposeHeadRoutes: false });
  app.setErrorHandler((error, _, reply) => {
    const known = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    const isOurs = error instanceof z.ZodError || error instanceof RangeError;
    return reply
      .code(isOurs ? 400 : ((error as { statusCode?: number }).statusCode ?? 500))
      .send({ error: known });
  });
  // Against DNS rebinding: a web page whose host name was made to resolve to loopback still sends that name as Host.
  app.addHook('onRequest', async ({ hostname }, reply) => {
    if (!isLoopbackHost(hostname)) {
      return reply.code(403).send({ error: `the control door is at ${address}, not at ${hostname}` });
    }
  });
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply
      .code(404)
      .send({ error: `the control door has no ${method} ${url}; docs/sandbox.md lists what it has` }),
  );
  let address = '';
  return {
    get address() {
      return address;
    },
    async start(controlled) {
      addRoutes(app, controlled);
      address = await app.listen(where).catch((cause) => {
        throw listenFailure(where, cause);
      });
    },
    stop: () => app.close(),
  };
}

// Only GET, PUT and DELETE: from another origin, a browser sends PUT and DELETE only after a CORS preflight, which fails
// here.
function addRoutes(app: FastifyInstance, { scenario, clock, faults, overrides, requests }: Controlled): void {
  const merchantIn = (params: unknown): string => {
    const { merchant } = params as { merchant: string };
    scenario.at(merchant, clock.now()); // throws for an unknown merchant
    return merchant;
  };

  app.get('/state', () => ({
    time: new Date(clock.now()).toISOString(),
    speed: clock.speed,
    frozen: clock.frozen,
    faults: faults.list(),
    merchants: scenario.merchants.map((merchant) => ({
      name: merchant.name,
      wallets: overrides.wallets(merchant.name, scenario.at(merchant.name, clock.now())),
      options: overrides.options(merchant.name, optionsAt(scenario.seed, merchant, clock.now())),
    })),
  }));
  app.get('/requests', () => {
    const names = scenario.merchants.map(({ name }) => name);
    return {
      ...Object.fromEntries(names.map((name) => [name, requests.of(name)])),
      refused: requests.of(''),
    };
  });

  app.put('/time', ({ body }) => {
    const { frozen, advance } = TIME.parse(body);
    if (frozen === true) clock.freeze();
    if (frozen === false) clock.resume();
    clock.advance(advance ?? 0);
    return { time: new Date(clock.now()).toISOString(), frozen: clock.frozen };
  });

  app.put('/merchants/:merchant/wallets/:currency/:walletType', ({ params, body }, reply) => {
    overrides.setWallet(merchantIn(params), params as WalletId, WALLET.parse(body));
    return reply.code(204).send();
  });
  app.delete('/merchants/:merchant/wallets/:currency/:walletType', ({ params }, reply) => {
    overrides.clearWallet(merchantIn(params), params as WalletId);
    return reply.code(204).send();
  });

  const option = '/merchants/:merchant/options/:currency/:transactionType/:transactionMethod/:providerCode';
  app.put(option, ({ params, body }, reply) => {
    overrides.setOption(merchantIn(params), params as PaymentOptionId, OPTION.parse(body));
    return reply.code(204).send();
  });
  app.delete(option, ({ params }, reply) => {
    overrides.clearOption(merchantIn(params), params as PaymentOptionId);
    return reply.code(204).send();
  });

  const owner = (params: unknown): string =>
    (params as { merchant: string }).merchant === '*' ? '*' : merchantIn(params);
  app.put('/faults/:merchant', ({ params, body }, reply) => {
    const { name, for: forMs, ...rest } = FAULT.parse(body);
    faults.on(owner(params), name, { ...rest, ...(forMs !== undefined && { forMs }) });
    return reply.code(204).send();
  });
  app.delete('/faults/:merchant', ({ params }, reply) => {
    faults.off(owner(params));
    return reply.code(204).send();
  });
}
