// Lists the commands that print JSON. Used by their schemas and by the flags of `floatwatch schema`.

export const COMMANDS_WITH_JSON = [
  ...(['doctor', 'probe', 'poll', 'balances', 'plan', 'history'] as const),
  ...(['statement', 'alerts', 'simulate', 'rules', 'options', 'export', 'import', 'migrate'] as const),
] as const;
export type CommandWithJson = (typeof COMMANDS_WITH_JSON)[number];
