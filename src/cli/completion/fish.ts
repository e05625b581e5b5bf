// Makes the script of `floatwatch completion fish`.
import { allOf, type CommandNode, type Flag } from './tree.ts';

/** A completion script for fish. */
export function fishScript(root: CommandNode): string {
  const lines = allOf(root).flatMap((node) => {
    const here = conditionOf(node);
    return [
      ...node.commands.map(({ path, description }) => `${here} -a ${path.at(-1)} -d ${quote(description)}`),
      ...(node.names ? [`${here} -a '(__floatwatch_names ${node.names})'`] : []),
      ...node.words.map((word) => `${here} -a ${quote(word)}`),
      ...node.flags.map((flag) => `${here} ${flagOf(flag)}`),
    ];
  });
  return `# fish completion for floatwatch. Load it with:  floatwatch completion fish | source
function __floatwatch_names
  set -l words (commandline -opc)
  set -l file
  if set -l i (contains -i -- --config.file $words); set file --config.file $words[(math $i + 1)]; end
  $words[1] completion --names $argv[1] $file 2>/dev/null
end
complete -c floatwatch -f
${lines.join('\n')}
`;
}

/** The condition of a line of the script: the user has typed this command, and none of its subcommands. */
function conditionOf({ path, commands }: CommandNode): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const below = commands.map((child) => child.path.at(-1)).join(' ');
  const notBelow = below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`];
  return `complete -c floatwatch -n ${quote([...seen, ...notBelow].join('; and '))}`;
}

function flagOf({ names, description, value }: Flag): string {
  const spelt = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const takes =
    value === 'none'
      ? ''
      : value === 'file'
        ? ' -r -F'
        : value === 'anything'
          ? ' -x'
          : 'names' in value
            ? ` -x -a '(__floatwatch_names ${value.names})'`
            : ` -x -a ${quote(value.join(' '))}`;
  return `${spelt.join(' ')}${takes} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
