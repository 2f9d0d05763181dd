/** What a call would do, in the fewest words: "Run npm test", "Edit package.json", "Delete data/recordings". */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import { pathInside, withShortPaths } from '../../text/place-names.ts';
import { middleCut } from '../../text/text-runs.ts';
import { argumentsOf } from './evidence.ts';
import { headlineText } from './confirm-text.ts';

/** The exact call is shown below it. */
const maxLength = 120;

export function headlineOf(ask: ConfirmAsk): string {
  return middleCut(ofCommand(ask) ?? ofFiles(ask) ?? ofSentence(ask), maxLength);
}

/** A word that names what the program does; a path or an option says less than it seems to. */
const isPlainWord = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z][a-z0-9:-]{0,23}$/i.test(word);

function ofCommand({ action, command, family }: ConfirmAsk): string | null {
  if (command?.parts) return headlineText.severalCommands(command.parts.length);
  if (action === 'run_tests') return headlineText.runTests;
  if (action === 'build_project') return headlineText.build;
  if (action === 'send_input') return headlineText.typeIntoTerminal;
  if (action === 'open_terminal') return headlineText.openTerminal;
  if (!command || command.argv.length === 0) return null;
  // As on the button that keeps it: "npm run lint", "node scripts/bench.js".
  return headlineText.run(family?.words ?? commandName(command.argv));
}

/** "docker compose". */
export function commandName([file = '', first]: readonly string[]): string {
  const name = lastNameOf(file) || file;
  return isPlainWord(first) ? `${name} ${first}` : name;
}

function ofFiles(ask: ConfirmAsk): string | null {
  const { action, changes, folders } = ask;
  const given = argumentsOf(ask);
  const named = (name: string): string | null =>
    typeof given?.[name] === 'string' ? pathInside(given[name], folders) : null;
  const path = named('path');
  const to = named('new_path');
  if (path !== null && to !== null) return headlineText.rename(path, to);
  if (path !== null && action === 'delete_file') return headlineText.delete(path);
  if (path !== null && action === 'create_file')
    return given?.['overwrite'] === true ? headlineText.replace(path) : headlineText.create(path);
  const [only, ...others] = changes;
  if (!only) return null;
  return others.length === 0
    ? headlineText.edit(pathInside(only.path, folders))
    : headlineText.changeFiles(changes.length);
}

function ofSentence({ sentence, folders }: ConfirmAsk): string {
  const short = withShortPaths(sentence, folders);
  return short.slice(0, 1).toUpperCase() + short.slice(1);
}
