import { allOf, type CommandNode, type Flag } from './tree.ts';

/** A completion script for zsh. */
export function zshScript(root: CommandNode): string {
  return `#compdef floatwatch
# zsh completion for floatwatch. Put it on your fpath as _floatwatch, or load it with:
#   source <(floatwatch completion zsh)
${allOf(root).map(functionOf).join('\n')}
if [[ $funcstack[1] == _floatwatch ]]; then _floatwatch "$@"; else compdef _floatwatch floatwatch; fi
`;
}

function functionOf(node: CommandNode): string {
  const flags = node.flags.map((flag) => `    ${flagOf(flag)} \\`);
  if (node.commands.length === 0) {
    const words = node.words.length > 0 ? `'*:argument:(${node.words.join(' ')})'` : `'*:argument:'`;
    return [`${nameOf(node)}() {`, '  _arguments \\', ...flags, `    ${words}`, '}', ''].join('\n');
  }
  const described = node.commands.map(
    ({ path, description }) => `    ${quote(`${path.at(-1)}:${description.replaceAll(':', '\\:')}`)}`,
  );
  return `${nameOf(node)}() {
  local line state
  local -a commands=(
${described.join('\n')}
  )
  _arguments -C \\
${flags.join('\n')}
    '1:command:->command' \\
    '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
${node.commands.map((child) => `        ${child.path.at(-1)}) ${nameOf(child)} ;;`).join('\n')}
      esac ;;
  esac
}
`;
}

function nameOf({ path }: CommandNode): string {
  return ['_floatwatch', ...path].join('_');
}

function flagOf({ names, description, value }: Flag): string {
  const [name = ''] = names;
  const said = `[${description.replace(/[[\]\\:]/g, '\\$&')}]`;
  if (value === 'none') return quote(`${name}${said}`);
  const action = value === 'file' ? '_files' : value === 'anything' ? '' : `(${value.join(' ')})`;
  return quote(`${name}=${said}:value:${action}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
