// Lists at least two examples for each command: they end each --help, and the manual pages.

export interface Example {
  readonly line: string;
  readonly what: string;
}

const example = (line: string, what: string): Example => ({ line, what });

/** The examples by command. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  run: [
    example('floatwatch run', 'with ./floatwatch.yaml'),
    example(
      'floatwatch run --config.file /etc/floatwatch/floatwatch.yaml --log.level debug',
      'and tell more',
    ),
  ],
  demo: [
    example('floatwatch demo', 'its page is at http://127.0.0.1:14217/'),
    example('floatwatch demo --data-dir /tmp/demo --web.port 8080', 'elsewhere'),
  ],
  sandbox: [
    example('floatwatch sandbox', 'the service, simulated, to try a configuration against'),
    example('floatwatch sandbox --merchants 1000 --wallets 10', 'with many'),
  ],
  init: [
    example('floatwatch init', 'asks for what it needs; keys are not shown'),
    example(
      'floatwatch init --base-url https://pay.example.com --public-key-file pk --secret-key-file sk',
      'asks nobody',
    ),
  ],
  doctor: [
    example('floatwatch doctor', 'what is wrong with the installation, and what to do'),
    example('floatwatch doctor --json', 'as JSON, for a monitor of yours'),
  ],
  'check-config': [
    example('floatwatch check-config', 'of ./floatwatch.yaml'),
    example(
      'floatwatch check-config --config.file new.yaml && mv new.yaml floatwatch.yaml',
      'before it is taken',
    ),
  ],
  probe: [example('floatwatch probe', 'every account'), example('floatwatch probe acme-ug', 'one')],
  poll: [
    example('floatwatch poll acme-ug', 'one account, now'),
    example('floatwatch poll --json', 'every account, as JSON'),
  ],
  balances: [
    example('floatwatch balances', 'every wallet'),
    example('floatwatch balances acme-ug --watch', 'of one account, again and again'),
    example('floatwatch balances --check || echo "top up, or look"', 'in a script'),
  ],
  plan: [
    example('floatwatch plan', 'how much to send, by when, from where'),
    example('floatwatch plan acme-ug', 'to the wallets of one account'),
    example('floatwatch plan --cover 14d --confidence 0.99', 'for two weeks, and very sure'),
    example('floatwatch plan --backtest', 'how often it would have been too late, on your own past'),
  ],
  history: [
    example('floatwatch history acme-ug/UGX/MERCHANT_PAYOUT --from yesterday', "in the account's time zone"),
    example('floatwatch history acme-ug/UGX/MERCHANT_PAYOUT --from 7d --chart', 'a week, drawn'),
    example(
      'floatwatch history acme-ug/UGX/MERCHANT_PAYOUT --from 2026-05-01 --to 2026-05-31 --csv',
      'a month',
    ),
  ],
  statement: [
    example('floatwatch statement', 'the last week, every wallet'),
    example('floatwatch statement acme-ug --from 2026-05-01 --to 2026-05-31 --csv', 'a month of one account'),
  ],
  alerts: [
    example('floatwatch alerts', 'what fires or is pending'),
    example('floatwatch alerts --history --since 7d', 'and what did'),
    example('floatwatch alerts test ops', 'sends one to the receiver "ops"'),
  ],
  simulate: [
    example('floatwatch simulate --since 90d', 'what would the rules have made of the last 90 days?'),
    example('floatwatch simulate --rule PayoutFloatLow --set below=4000000', 'and with another threshold?'),
  ],
  rules: [
    example('floatwatch rules >floatwatch.rules.yaml', 'for the rule_files of Prometheus'),
    example('floatwatch rules --json', 'as JSON'),
  ],
  export: [
    example('floatwatch export /backup/floatwatch', 'all of the history; a second time: what is new'),
    example('floatwatch export history --json >files.json', 'and what it wrote, with counts and checksums'),
  ],
  import: [
    example(
      'floatwatch import /backup/floatwatch --config.file citus.yaml',
      'an export, into another database',
    ),
    example('floatwatch import balances.csv', 'snapshots that were kept elsewhere'),
  ],
  options: [
    example('floatwatch options', 'payment options now'),
    example('floatwatch options acme-ug', 'of one account'),
    example('floatwatch options --changes --since 7d', 'what has changed in a week'),
  ],
  migrate: [
    example('floatwatch migrate --status', 'what would be done'),
    example('floatwatch migrate', 'does it'),
  ],
  forget: [
    example('floatwatch forget acme-ug/UGX/OLD --reason "closed in May"', 'a wallet that is gone'),
    example('floatwatch balances', 'which ones are missing'),
  ],
  prune: [
    example('floatwatch prune', 'what is older than "retention" says goes now'),
    example('floatwatch prune --config.file prod.yaml', 'of another database'),
  ],
  schema: [
    example('floatwatch schema >schema.json', 'for an editor that checks YAML'),
    example('floatwatch schema | jq .properties.accounts', 'a part of it'),
  ],
  completion: [
    example('source <(floatwatch completion bash)', 'for this shell'),
    example('floatwatch completion zsh >~/.zfunc/_floatwatch', 'for good'),
  ],
};

/** The text for the end of a command's help; empty for a command without examples. */
export function examplesText(name: string): string {
  const examples = EXAMPLES[name] ?? [];
  if (examples.length === 0) return '';
  const lines = examples.flatMap(({ line, what }) => [`  $ ${line}`, `      ${what}`]);
  return `\nExamples:\n${lines.join('\n')}`;
}
