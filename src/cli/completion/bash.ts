// Makes the script of `floatwatch completion bash`.
import { singleQuoted } from '../../domain/shell-word.ts';
import { allOf, type CommandNode, type Flag } from './tree.ts';

/** A completion script for bash 3.2 and later. */
export function bashScript(root: CommandNode): string {
  const nodes = allOf(root);
  return `# bash completion for floatwatch. Load it with:  source <(floatwatch completion bash)
_floatwatch_names() {
  local i file=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == --config.file ]]; then
      if [[ \${COMP_WORDS[i + 1]} == = ]]; then ((i++)); fi
      file=(--config.file "\${COMP_WORDS[i + 1]}")
    fi
  done
  # compgen -W expands its words: what the shell could run is left out.
  "\${COMP_WORDS[0]}" completion --names "$1" "\${file[@]}" 2>/dev/null | grep -E '^[][[:alnum:]_.:/@%+,=&-]+$'
}
_floatwatch() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} IFS=$'\\n'
  local command= words= flags= i
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${nodes.slice(1).map(keyOf).map(singleQuoted).join(' | ')}) command="$command \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $prev" in
${nodes.flatMap((node) => node.flags.flatMap((flag) => valueCase(node, flag))).join('\n')}
  esac
  case "$command" in
${nodes.map(wordsCase).join('\n')}
  esac
  if [[ $cur == -* ]]; then words=$flags; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _floatwatch floatwatch
`;
}

/** The script's name for a command, such as ` alerts test`; empty for the program itself. */
function keyOf({ path }: CommandNode): string {
  return path.map((name) => ` ${name}`).join('');
}

function valueCase(node: CommandNode, flag: Flag): string[] {
  if (flag.value === 'none') return [];
  const pattern = flag.names.map((name) => singleQuoted(`${keyOf(node)} ${name}`)).join(' | ');
  if (flag.value === 'anything') return [`    ${pattern}) COMPREPLY=(); return ;;`];
  const reply =
    flag.value === 'file'
      ? 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))'
      : 'names' in flag.value
        ? `COMPREPLY=($(compgen -W "$(_floatwatch_names ${flag.value.names})" -- "$cur"))`
        : `COMPREPLY=($(compgen -W ${lines(flag.value)} -- "$cur"))`;
  return [`    ${pattern}) ${reply}; return ;;`];
}

function wordsCase(node: CommandNode): string {
  const words = [...node.commands.map(({ path }) => path.at(-1)!), ...node.words];
  const flags = node.flags.flatMap(({ names }) => names);
  const names = node.names
    ? ` if [[ $cur != -* ]]; then words+=$'\\n'$(_floatwatch_names ${node.names}); fi`
    : '';
  return `    ${singleQuoted(keyOf(node))}) words=${lines(words)} flags=${lines(flags)}${names && `;${names}`} ;;`;
}

/** Writes words one per line, as the script splits them. */
function lines(words: readonly string[]): string {
  return `$'${words.map((word) => word.replace(/[\\']/g, '\\$&')).join('\\n')}'`;
}
