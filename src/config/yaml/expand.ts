// Fills environment variables into a text of the file. Called by yaml.ts for each text.

/** The variables from which `${NAME}` gets its value. */
export type Env = Readonly<Record<string, string | undefined>>;

const FORM = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?)([^}]*))?\})?/g;

/**
 * Replaces `${NAME}`, `${NAME:-default}`, `${NAME:?message}` and `$$` in the text of one setting.
 *
 * As in a shell, `:-` and `:?` also apply to an empty variable. The inserted value isn't expanded again. Throws an `Error`
 * that names the variable, never a value, when it is not set.
 */
export function expand(text: string, env: Env): string {
  return text.replace(FORM, (form, name?: string, operator?: string, word?: string) => {
    if (form === '$$') return '$';
    if (name === undefined) throw new Error(`a dollar sign is written $$, a variable \${NAME}`);
    const value = env[name];
    if (operator === ':-') return value || (word ?? '');
    if (operator === ':?' && !value) throw new Error(`the environment variable ${name} is not set: ${word}`);
    if (value === undefined) {
      throw new Error(`the environment variable ${name} is not set; \${${name}:-…} would give it a default`);
    }
    return value;
  });
}
