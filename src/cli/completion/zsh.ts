// Makes the script of `floatwatch completion zsh`.
import { allOf, type CommandNode, type Flag } from './tree.ts';

/** A completion script for zsh. */
export function zshScript(root: CommandNode): string {
  return `#compdef floatwatch
# zsh completion for floatwatch. Put it on your fpath as _floatwatch, or load it with:
#   source <(floatwatch completion zsh)
_floatwatch_names() {
  local -a names file
  local i=\${words[(I)--config.file]}
  (( i > 0 )) && file=(--config.file \${words[i + 1]})
  names=(\${(f)"$(floatwatch completion --names $1 $file 2>/dev/null)"})
  compadd -a names
}
${allOf(root).map(functionOf).join('\n')}
if [[ $funcstack[1] == _floatwatch ]]; then _floatwatch "$@"; else compdef _floatwatch floatwatch; fi
`;
}

function functionOf(node: CommandNode): string {
  const flags = node.flags.map((flag) => `    ${flagOf(flag)} \\`);
  if (node.commands.length === 0) {
    const named = node.names ? ` _floatwatch_names ${node.names}` : '';
    const words = `'*:argument:${node.words.length > 0 ? `(${node.words.join(' ')})` : named}'`;
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
  return quote(`${name}=${said}:value:${actionOf(value)}`);
}

function actionOf(value: Exclude<Flag['value'], 'none'>): string {
  if (value === 'file') return '_files';
  if (value === 'anything') return '';
  return 'names' in value ? ` _floatwatch_names ${value.names}` : `(${value.join(' ')})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
