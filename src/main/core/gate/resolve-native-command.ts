/**
 * A command line that the agent runs with its own shell. It is parsed like one for exec_command,
 * but what cannot be parsed needs an ask instead of being refused, because the agent's shell
 * understands more than we run.
 */
import type { Root } from '../../../shared/access/access.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ParsedLine } from '../../../shared/commands/parsed-line.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { CommandEffect } from '../call/call.ts';
import { argvOfLine, classifyCommand } from '../commands/classify.ts';
import { plainLine } from '../commands/plain-parts.ts';
import { placesNamed } from './command-paths.ts';
import {
  commandOf,
  contextOf,
  effectsOf,
  resolveArgv,
  type CommandNeeds,
  type CommandSite,
  type Resolved,
} from './resolve-command.ts';
import { resolveParts } from './resolve-parts.ts';

const notOurs = {
  sandbox: null,
  // The environment of the agent's shell is unknown.
  environment: Object.freeze({}),
} as const;

export async function resolveNativeCommand(
  line: string,
  cwd: string,
  roots: readonly Root[],
  needs: CommandNeeds & { readonly isAgentSandboxed: boolean },
): Promise<Resolved | Refused> {
  if (line.includes('\0')) return refused('invalid-arguments', 'command: holds a NUL character.');
  const site = { cwd, roots, needs };
  const parsed = await needs.commands.parseLine(line);
  const read = await asPrograms(parsed, site);
  const resolved = read === null || isUnreadable(read) ? asOneText(parsed, site) : read;
  if (isError(resolved)) return resolved;
  const ofGit = (await isPlainGit(resolved, site)) ? { gitStartsNothing: true as const } : {};
  const whyNotSandboxed = needs.isAgentSandboxed
    ? 'It needs no second sandbox: the whole agent runs in one.'
    : 'The agent runs this itself, outside the sandbox.';
  const own = { ...notOurs, whyNotSandboxed, ...ofGit };
  return { ...resolved, command: Object.freeze({ ...resolved.command, ...own }) };
}

/**
 * In the folder where git runs: a preceding `cd` leads to another repository with its own
 * settings.
 */
async function isPlainGit({ command }: Resolved, { roots, needs }: CommandSite) {
  const { cwd } = command;
  const isGit = (command.parts ?? [command]).some(({ argv }) => argv[0] === 'git');
  if (!isGit || cwd === null || !needs.commands.gitStartsNothing) return false;
  return needs.commands.gitStartsNothing(
    cwd,
    roots.map((root) => root.path),
  );
}

/** The programs of the line, each with its own arguments; null when a shell is needed to know them. */
async function asPrograms(
  parsed: ParsedLine,
  site: CommandSite,
): Promise<Resolved | Refused | null> {
  const argv = argvOfLine(parsed);
  if (argv !== null) return resolveArgv(argv, site);
  const plain = plainLine(parsed);
  return plain && resolveParts(plain, site, resolveArgv);
}

/** Gatehouse's own files stay closed, and a replaced folder is not the granted one. */
const final: ReadonlySet<ErrorCode> = new Set(['own-data', 'root-changed']);

const isUnreadable = (read: Resolved | Refused): read is Refused =>
  isError(read) && !final.has(read.code);

/**
 * Everything visible in the text; never allowed for longer, because a shell decides what runs.
 */
function asOneText(parsed: ParsedLine, site: CommandSite): Resolved | Refused {
  const { roots, needs } = site;
  const read = classifyCommand(parsed, contextOf(site));
  const named = placesNamed(read, roots, needs, 'loosely');
  if (isError(named) && final.has(named.code)) return named;
  const { places, outside } = isError(named)
    ? { places: [], outside: [notKnown(named.message)] }
    : named;
  const unread = read.refusals.map(({ sentence }) => notKnown(sentence));
  return {
    command: commandOf([...effectsOf(read), ...unread, ...outside], site, {
      keep: 'once',
      whyOnce: 'A shell decides what it runs.',
    }),
    places,
  };
}

const notKnown = (sentence: string): CommandEffect => ({ effect: 'unknown', word: '', sentence });
