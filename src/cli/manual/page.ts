// Makes manual pages for man(1) from the sources of --help: the commands themselves and their examples.
import type { Argument, Command, Option } from 'commander';
import { EXAMPLES, type Example } from '../examples.ts';

/** The file of a page: `floatwatch.1` for the program, `floatwatch-run.1` for a command. */
export function pageName(path: readonly string[]): string {
  return `${['floatwatch', ...path].join('-')}.1`;
}

/** The page of a command as roff; the program's page lists the commands. */
export function pageText(command: Command, path: readonly string[], version: string): string {
  const help = command.createHelp();
  const name = ['floatwatch', ...path].join('-');
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const options = help.visibleOptions(command);
  const examples = path.length === 0 ? START : (EXAMPLES[path.join(' ')] ?? []);
  return [
    `.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 "" "floatwatch ${version}"`,
    ...section('NAME', [`${text(name)} \\- ${text(command.description())}`]),
    ...section('SYNOPSIS', [synopsis(command, path, below.length > 0)]),
    ...section('ARGUMENTS', help.visibleArguments(command).flatMap(argumentText)),
    ...section(
      'COMMANDS',
      below.flatMap((one) => commandText(one, path)),
    ),
    ...section('OPTIONS', options.flatMap(optionText)),
    ...section('EXAMPLES', examples.flatMap(exampleText)),
    ...section('EXIT STATUS', EXIT),
    ...section('SEE ALSO', path.length === 0 ? below.map((one) => seeAlso([one.name()])) : [seeAlso([])]),
    '',
  ].join('\n');
}

const START: readonly Example[] = [
  { line: 'floatwatch demo', what: 'everything, with nothing to configure' },
  { line: 'floatwatch init', what: 'a first configuration of your own' },
];

const EXIT = [
  ...['0: fine. 1: failed. 2: usage or configuration.'],
  '3: a threshold is breached (floatwatch balances \\-\\-check).',
];

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`.SH ${title}`, ...lines] : [];
}

function synopsis(command: Command, path: readonly string[], hasCommands: boolean): string {
  const places = command.registeredArguments.map((argument) => place(argument));
  const parts = ['[options]', ...places, ...(hasCommands ? ['[command]'] : [])];
  return `.B ${text(['floatwatch', ...path].join(' '))}\n${text(parts.join(' '))}`;
}

function place(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentText(argument: Argument): string[] {
  return ['.TP', `.I ${text(argument.name())}`, text(argument.description)];
}

function commandText(command: Command, path: readonly string[]): string[] {
  return ['.TP', `.B ${text([...path, command.name()].join(' '))}`, text(command.description())];
}

function optionText(option: Option): string[] {
  const also = [
    ...(option.argChoices ? [`choices: ${option.argChoices.join(', ')}`] : []),
    ...(option.defaultValue === undefined ||
    option.defaultValue === true ||
    Array.isArray(option.defaultValue)
      ? []
      : [`default: ${String(option.defaultValue)}`]),
    ...(option.envVar === undefined ? [] : [`env: ${option.envVar}`]),
  ];
  const said = also.length > 0 ? `${option.description} (${also.join('; ')})` : option.description;
  return ['.TP', `.B ${text(option.flags)}`, text(said)];
}

function exampleText({ line, what }: Example): string[] {
  return ['.PP', text(what.endsWith('?') ? what : `${what}:`), '.PP', '.nf', '.RS', text(line), '.RE', '.fi'];
}

function seeAlso(path: readonly string[]): string {
  return `.BR ${text(pageName(path).slice(0, -2))} (1)`;
}

/** Escapes a text for roff, with hyphens that can be copied, and no line that begins with a request. */
function text(plain: string): string {
  return plain.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}
