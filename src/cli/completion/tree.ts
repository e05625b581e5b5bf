// Makes a tree of what can be typed from the commands themselves, for the completion of each shell.
import type { Argument, Command, Option } from 'commander';

/** The kinds of names in a configuration: `floatwatch completion --names KIND` prints them. */
export const NAME_KINDS = ['accounts', 'wallets', 'rules', 'receivers'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command, and what may follow it. */
export interface CommandNode {
  /** The words below the program's name: `['alerts', 'test']`; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly flags: readonly Flag[];
  /** The words that may stand in place of a flag, other than commands; empty for any. */
  readonly words: readonly string[];
  /** The kind of names of the configuration that may stand there. */
  readonly names: NameKind | undefined;
  readonly commands: readonly CommandNode[];
}

export interface Flag {
  /** Such as `--config.file`, and the short form if there is one. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: 'none' | 'file' | 'anything' | { readonly names: NameKind } | readonly string[];
}

/** The command line as the program itself declares it, without what its help hides. */
export function treeOf(
  program: Command,
  path: readonly string[] = [],
  inherited: readonly Flag[] = [],
): CommandNode {
  const help = program.createHelp();
  const own = help.visibleOptions(program).map(flagOf);
  const names = new Set(own.flatMap((flag) => flag.names));
  // Flags of the program may also stand behind a command; only its version belongs to it alone.
  const passedOn = path.length === 0 ? own.filter(({ names: [name] }) => name !== '--version') : inherited;
  return {
    path,
    description: program.description(),
    flags: [...own, ...inherited.filter((flag) => !flag.names.some((name) => names.has(name)))],
    words: program.registeredArguments.flatMap((argument: Argument) => argument.argChoices ?? []),
    names: program.registeredArguments.map((argument) => namesOf(argument.name())).find(Boolean),
    commands: help
      .visibleCommands(program)
      .filter((command) => command.name() !== 'help')
      .map((command) => treeOf(command, [...path, command.name()], passedOn)),
  };
}

/** The node itself and everything below it. */
export function allOf(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allOf)];
}

function flagOf(option: Option): Flag {
  return {
    names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
    description: option.description,
    value: valueTaken(option),
  };
}

function valueTaken(option: Option): Flag['value'] {
  if (!option.required && !option.optional) return 'none';
  if (option.argChoices) return option.argChoices;
  const names = namesOf(/[<[]([\w-]+)/.exec(option.flags)![1]!);
  if (names) return { names };
  return /<(?:path|file)/.test(option.flags) ? 'file' : 'anything';
}

/** The kind of names for a place, by its name in the help: `<account>`, `<wallet>`, `<wallet-amount>`, `<rule>`, `<receiver>`. */
function namesOf(place: string): NameKind | undefined {
  return NAME_KINDS.find((kind) => place.split('-')[0] === kind.slice(0, -1));
}
