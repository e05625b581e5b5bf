// Fills variables of the environment into a text of the file. Called by yaml.ts for each text.

/** Where `${NAME}` finds its value. */
export type Env = Readonly<Record<string, string | undefined>>;

const FORM = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?)([^}]*))?\})?/g;

/**
 * Replaces `${NAME}`, `${NAME:-default}`, `${NAME:?message}` and `$$` in the text of one setting.
 *
 * As in a shell, `:-` and `:?` also mean an empty variable. What was put in isn't looked at again. Throws an
 * `Error` that names the variable, never a value, when one is not set.
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
