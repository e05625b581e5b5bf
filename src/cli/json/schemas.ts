// Defines the --json of each command, once: `floatwatch schema --command NAME` prints it, and tests check every output
// against it.
import { z } from 'zod';
import { VERDICTS } from '../../domain/forecast/top-up-outcome.ts';
import { OUTCOMES } from '../../domain/observation.ts';
import { forAmounts } from '../../domain/wallet.ts';
import { SEEN_STATES, WALLET_STATES } from '../../monitor/board/board.ts';
import type { CommandWithJson } from './commands.ts';
import { exported, imported } from './transfer-schemas.ts';

const text = z.string();
const count = z.int().min(0);
const amount = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe('An exact decimal, as the service wrote it.');
const orNull = <T extends z.ZodType>(type: T) => type.nullable();
const instant = z.iso.datetime({ offset: true });
const wallet = { account: text, currency: text, wallet_type: text };
const amounts = forAmounts(() => orNull(amount));
const knowledge = z.enum(SEEN_STATES);

const reading = {
  outcome: z.enum(OUTCOMES),
  http_status: orNull(z.int()),
  envelope_code: orNull(z.int()),
  detail: orNull(text).describe('What went wrong, as a sentence.'),
  wallets: z.array(z.strictObject({ currency: text, wallet_type: text, ...amounts, exposable: z.boolean() })),
  unreadable: z.array(
    z.strictObject({
      ...{ currency: text, wallet_type: text },
      reason: z.enum(['duplicate', 'malformed', 'unanswered']),
    }),
  ),
};

const evidence = z.strictObject({
  permit_after_ms: orNull(z.number()),
  answer_after_ms: orNull(z.number()),
  end_after_ms: z.number(),
  address: orNull(text),
  http_status: orNull(z.int()),
  content_type: orNull(text),
  bytes: orNull(count),
});

const probe = z.array(
  z.strictObject({
    ...{ account: text, base_url: text },
    ...{ reading: z.strictObject(reading), evidence: orNull(evidence), requests: count },
  }),
);

const poll = z.array(
  z.strictObject({
    ...{ account: text, slot: instant, started_at: instant, observed_at: instant },
    duration_ms: z.number(),
    ...reading,
  }),
);

const balances = z.array(
  z.strictObject({
    ...wallet,
    state: z.enum(WALLET_STATES).describe('never_seen is an expected wallet that no response named.'),
    ...forAmounts(() => orNull(amount).describe('What it is now; null unless the wallet is fresh.')),
    difference: orNull(amount).describe('actual - (available + uncleared + reserve).'),
    last_seen: orNull(z.strictObject(amounts)).describe('The amounts when it was seen last, however old.'),
    ...{ observed_at: orNull(instant), slot: orNull(instant) },
    runway_seconds: z
      .record(text, count)
      .describe(
        "How long it lasts, by confidence: 0.5 and the account's own; empty while that can't be told.",
      ),
    breached: z.array(text).describe('Rules whose threshold is breached by what is known.'),
  }),
);

const zonedWallet = { ...wallet, timezone: text };
const fared = {
  too_late: count.describe('How often it would have been empty before a top-up came.'),
  ...{ top_ups: count, days_short: z.number(), idle: amount, left: amount },
};
const backtest = z.strictObject({
  ...wallet,
  ...{ from: z.iso.date(), to: z.iso.date(), days: count },
  ...{ plan: z.strictObject(fared), perfect: z.strictObject(fared) },
  ...{
    threshold: z.strictObject({ threshold: amount, ...fared }),
    hindsight: z.strictObject({ threshold: amount, ...fared }),
  },
});
const plan = z.array(
  z.union([
    backtest.describe('With --backtest. Amounts are estimates.'),
    z.strictObject({ ...wallet, untested: text.describe('With --backtest: why it can not be tested.') }),
    z.strictObject({ ...zonedWallet, unplanned: text.describe('Why there is no plan.') }),
    z.strictObject({
      ...zonedWallet,
      ...{ needed: amount, late: z.boolean(), confidence: z.number(), doubts: z.array(text), coming: amount },
      expired: z.array(z.strictObject({ requested_at: instant, amount })),
      jump: orNull(z.strictObject({ since: text, until: text, factor: z.number() })),
      record: z.strictObject({ held: count, of: count }),
      by: orNull(instant).describe('The latest moment to ask for it; null beyond 60 days.'),
      ...{ requestable: instant, arrives: instant },
      ...{ lasts_until: orNull(instant), then_lasts_until: orNull(instant) },
      ...{ source: orNull(text), given: orNull(amount), shortfall: orNull(amount) },
      last_top_up: orNull(
        z.strictObject({
          ...{ at: instant, amount, left_before: amount, empty_since: orNull(instant) },
          outcome: z.enum(VERDICTS),
        }),
      ),
    }),
  ]),
);

const history = z.strictObject({
  ...zonedWallet,
  points: z.array(
    z.strictObject({
      at: instant.describe('When it was seen; the end of an hour or a day.'),
      since: instant.optional().describe('The start of an hour or a day.'),
      slot: instant.optional().describe('Of a snapshot.'),
      ...amounts,
      ...{ opening: orNull(amount), lowest: orNull(amount), highest: orNull(amount), samples: count },
    }),
  ),
});

const FIGURES = ['opening', 'closing', 'lowest', 'highest', 'net_change'];
const statement = z.array(
  z.strictObject({
    ...{ day: z.iso.date(), ...wallet },
    ...Object.fromEntries(
      ['available', 'actual'].flatMap((field) => FIGURES.map((name) => [`${name}_${field}`, orNull(amount)])),
    ),
    ...{ closing_uncleared: orNull(amount), closing_reserve: orNull(amount) },
    ...{ inflow: orNull(amount), outflow: orNull(amount), samples: count },
  }),
);

const episode = {
  ...{ rule: text, severity: text, ...wallet },
  ...{ value: orNull(text), threshold: orNull(text) },
  ...{ resolved_at: orNull(instant), lasted_seconds: z.number() },
};
const alerts = z.array(
  z.strictObject({
    phase: z.enum(['pending', 'firing', 'resolved']),
    ...episode,
    labels: z
      .record(text, text)
      .describe('All that the alert bears, those of its rule and of a payment option too.'),
    value: orNull(text).describe(
      'What it is now, or was when the wallet was seen last; with --history, when the alert fired.',
    ),
    threshold: orNull(text).describe('As value.'),
    held: orNull(z.boolean()).describe(
      'Nothing fresh is known of it, so that it stays as it was: value is the last known one. Null where that can not be told: with --history, of a built-in alert, of a wallet that the database does not have.',
    ),
    ...{ pending_at: orNull(instant), firing_at: orNull(instant) },
  }),
);

const simulated = {
  ...{ since: orNull(instant), until: orNull(instant), watched: count, observations: count },
  episodes: z.array(
    z.strictObject({ ...episode, worst: orNull(text), pending_at: instant, firing_at: instant }),
  ),
  rules: z.array(
    z.strictObject({
      ...{ rule: text, severity: text, wallets: z.strictObject(wallet), episodes: count },
      ...{ per_week: z.number(), firing_seconds: z.number(), longest_seconds: z.number() },
    }),
  ),
};
const simulate = z.strictObject({
  ...simulated,
  changed: z.strictObject(simulated).optional().describe('With the settings of --set.'),
});

const texts = z.record(text, text);
const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: text,
      rules: z.array(
        z.strictObject({
          ...{ alert: text.optional(), record: text.optional(), expr: text },
          ...{ for: text.optional(), keep_firing_for: text.optional() },
          ...{ labels: texts.optional(), annotations: texts.optional() },
        }),
      ),
    }),
  ),
});

const optionName = {
  ...{ account: text, currency: text, transaction_type: text, transaction_method: text, provider_code: text },
};
const options = z.union([
  z.array(
    z.strictObject({
      ...optionName,
      ...{ provider_name: orNull(text), method_name: orNull(text), active: orNull(z.boolean()) },
      ...{ min_amount: orNull(amount), max_amount: orNull(amount), max_daily_amount: orNull(amount) },
      prefixes: orNull(z.array(text)),
      ...{ first_seen: instant, last_seen: instant, vanished_at: orNull(instant), state: knowledge },
    }),
  ),
  z
    .array(
      z.strictObject({
        ...optionName,
        ...{ seen_at: instant, field: text, old_value: orNull(text), new_value: orNull(text) },
      }),
    )
    .describe('With --changes.'),
]);

const migrate = z
  .array(z.strictObject({ name: text, applied_at: orNull(instant) }))
  .describe('With --status.');

const doctor = z.array(
  z.strictObject({
    ...{ check: text, state: z.enum(['ok', 'warn', 'bad', 'skipped']) },
    ...{ found: text, advice: orNull(text).describe('What to do; null when there is nothing to do.') },
  }),
);

/** The schemas by the commands' names. */
export const COMMAND_SCHEMAS = {
  ...{ doctor, probe, poll, balances, plan, history, statement, alerts, simulate, rules, options, migrate },
  ...{ export: exported, import: imported },
} satisfies Readonly<Record<CommandWithJson, z.ZodType>>;

/** The JSON Schema of a command's --json, as text. */
export function commandSchemaText(name: CommandWithJson): string {
  const title = `floatwatch ${name} --json`;
  const schema = z.toJSONSchema(COMMAND_SCHEMAS[name].meta({ title }), { target: 'draft-2020-12' });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
