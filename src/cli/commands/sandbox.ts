import { createSimulatedClock, type SimulatedClock } from '../../sandbox/clock.ts';
import { FAULTS } from '../../sandbox/faults.ts';
import { generateMerchants, MERCHANTS } from '../../sandbox/merchants.ts';
import { createScenario, type Scenario } from '../../sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.ts';
import { aborted } from '../terminal/aborted.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { terminalWidth, wrapped } from '../terminal/sentence.ts';

interface SandboxFlags {
  readonly listenAddress: string;
  readonly seed: string;
  readonly speed: number;
  readonly start?: number;
  readonly merchants?: number;
  readonly wallets: number;
  readonly 'control.listenAddress'?: string;
  readonly listFaults?: true;
}

/** `floatwatch sandbox`: simulates the upstream service until it is interrupted. */
export async function sandbox(io: Io, flags: SandboxFlags): Promise<void> {
  if (flags.listFaults) return void io.stdout.write(faultTable(terminalWidth(io)));
  const { signal } = io; // taken before anybody reads that it listens
  const start = flags.start ?? Date.now();
  const scenario = createScenario({ seed: flags.seed, merchants: merchantsOf(flags) });
  const clock = createSimulatedClock({ wall: Date.now, speed: flags.speed, start });
  await using server = sandboxOf(flags, scenario, clock);
  await server.start().catch((cause: unknown) => {
    throw new CommandError((cause as Error).message, 1, { cause });
  });
  io.stdout.write(introduction(server, scenario, start));
  await aborted(signal);
}

function sandboxOf(flags: SandboxFlags, scenario: Scenario, clock: SimulatedClock): Sandbox {
  const { listenAddress: listen, 'control.listenAddress': control } = flags;
  try {
    return createSandbox({ listen, scenario, clock, ...(control !== undefined && { control }) });
  } catch (cause) {
    throw new CommandError((cause as Error).message, 2, { cause });
  }
}

function merchantsOf({ merchants, wallets }: SandboxFlags): Scenario['merchants'] {
  if (merchants === undefined) return MERCHANTS;
  try {
    return generateMerchants(merchants, wallets);
  } catch (cause) {
    throw new CommandError(`--wallets: ${(cause as Error).message}`, 2, { cause });
  }
}

/** The text with all that a first request needs; of generated merchants only the first few are named. */
function introduction(
  { address, controlAddress, clock }: Sandbox,
  { merchants }: Scenario,
  start: number,
): string {
  const shown = merchants.slice(0, 5);
  const width = Math.max(...shown.map(({ name }) => name.length)) + 2;
  const [first] = shown;
  const lines = [
    `The sandbox listens on ${address}`,
    ...(clock.speed === 1
      ? []
      : [`Simulated time: ${clock.speed} times the wall's since --start ${new Date(start).toISOString()}`]),
    '',
    'Merchants and their keys (invented; they open nothing but this sandbox):',
    ...shown.map(({ name, publicKey, secretKey }) => {
      const padded = [
        name.padEnd(width),
        `public-key: ${publicKey}`.padEnd(width + 24),
        `secret-key: ${secretKey}`,
      ];
      return `  ${padded.join(' ')}`;
    }),
    ...(merchants.length > shown.length ? [`  … and so on to ${merchants.at(-1)?.name}`] : []),
    '',
    'Ask for balances:',
    `  curl -H 'public-key: ${first?.publicKey}' -H 'secret-key: ${first?.secretKey}' ${address}/data/wallet-balances`,
    ...(controlAddress === null
      ? []
      : ['', 'The control door is open; see what there is:', `  curl ${controlAddress}/state`]),
  ];
  return `${lines.join('\n')}\n`;
}

function faultTable(terminal: number): string {
  const faults = [...FAULTS.values()].map((fault) => ({ ...fault, cases: fault.cases.join(' ') }));
  const [name, cases] = (['name', 'cases'] as const).map((part) =>
    Math.max(...faults.map((fault) => fault[part].length)),
  ) as [number, number];
  const margin = name + cases + 4;
  const lines = faults.map((fault) => {
    const { description, value } = fault;
    const about = value
      ? `${description} (value: ${value.meaning}; default ${value.default || 'none'})`
      : description;
    const told = wrapped(about, terminal - margin).join(`\n${' '.repeat(margin)}`);
    return `${fault.name.padEnd(name)}  ${fault.cases.padEnd(cases)}  ${told}`;
  });
  return `${lines.join('\n')}\n`;
}
