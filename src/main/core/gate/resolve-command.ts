/**
 * Resolves an action that starts a program: which file, in which folder, with which environment,
 * and what it can do. Nothing is started here.
 */
import type { Root } from '../../../shared/access/access.ts';
import type { ValidArgs } from '../../../shared/actions/actions.ts';
import { effectNames } from '../../../shared/commands/command-effects.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { argvOfLine, classifyCommand } from '../commands/classify.ts';
import type { CommandClass, CommandContext, CommandRefusal } from '../commands/command-class.ts';
import { environmentFor, quietGitEnvironment } from '../commands/environment.ts';
import { innerLines } from '../commands/inner-lines.ts';
import { plainLine } from '../commands/plain-parts.ts';
import type { KnownEffect, Started } from '../commands/started-programs.ts';
import type { Commands, FoundProgram } from '../dependencies.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { CommandEffect, AffectedPath, ResolvedCommand } from '../call/call.ts';
import { codeFiles } from './code-files.ts';
import { placesNamed, type PathNeeds } from './command-paths.ts';
import { resolveParts } from './resolve-parts.ts';

export type CommandNeeds = PathNeeds & { readonly commands: Commands };

export interface CommandResolution {
  readonly command: ResolvedCommand;
  readonly places: readonly AffectedPath[];
  readonly args: ValidArgs;
}

export interface CommandSite {
  readonly cwd: string | null;
  readonly roots: readonly Root[];
  readonly needs: CommandNeeds;
}

/** The paths of the arguments are resolved already. */
export async function resolveCommand(
  started: Started,
  args: ValidArgs,
  roots: readonly Root[],
  needs: CommandNeeds,
): Promise<CommandResolution | Refused> {
  const folder = args['cwd'] ?? args['root'];
  const site = { cwd: typeof folder === 'string' ? folder : null, roots, needs };
  const resolved = await resolveStarted(started, site);
  if (isError(resolved)) return resolved;
  return { ...resolved, args: started.how === 'line' ? asArgv(args, resolved.command) : args };
}

/** A line is split only here; the executor gets argv. A line of parts stays as it was written. */
function asArgv(args: ValidArgs, { argv, parts }: ResolvedCommand): ValidArgs {
  if (parts) return args;
  const rest = Object.entries(args).filter(([field]) => field !== 'command_line');
  return { argv, ...Object.fromEntries(rest) };
}

export type Resolved = Omit<CommandResolution, 'args'>;

async function resolveStarted(started: Started, site: CommandSite): Promise<Resolved | Refused> {
  switch (started.how) {
    case 'argv':
      return resolveArgv(started.argv, site);
    case 'line':
      return resolveLine(started.line, site);
    case 'typed':
      return resolveTyped(started.text, site);
    case 'shell':
      return resolveShell(site);
    case 'task':
      return plain(started.effects, site, {
        keep: 'once',
        whyOnce: 'What it runs is not known beforehand.',
      });
    case 'git':
      return resolveGit(started, site);
  }
}

/** A line is split here, so that what is shown and run is argv, or the argv of each part; it never reaches a shell. */
async function resolveLine(line: string, site: CommandSite): Promise<Resolved | Refused> {
  const parsed = await site.needs.commands.parseLine(line);
  if (parsed.kind === 'too-complex') return refused('command-too-complex', parsed.sentence);
  const argv = argvOfLine(parsed);
  if (argv !== null) return resolveArgv(argv, site);
  const plainCommands = plainLine(parsed);
  return plainCommands === null
    ? refused('not-one-command')
    : resolveParts(plainCommands, site, resolveArgv);
}

export async function resolveArgv(
  argv: readonly string[],
  site: CommandSite,
): Promise<Resolved | Refused> {
  const { cwd, needs } = site;
  if (cwd === null) return refused('invalid-arguments', 'cwd: is needed.');
  const context = contextOf(site);
  const read = await withInnerLines(classifyCommand(argv, context), argv, context, needs.commands);
  if (isError(read)) return read;
  const found = await findProgram(argv[0] ?? '', cwd, site);
  if (isError(found)) return found;
  const named = placesNamed(read, site.roots, needs);
  if (isError(named)) return named;
  const effects = [...effectsOf(read), ...ofProgram(found), ...named.outside];
  const whyOnce = whyOnlyOnce(read, found, named.outside);
  return {
    command: commandOf(effects, site, {
      argv,
      program: found,
      files: await codeFiles(effects, named.places, needs.commands),
      keep: whyOnce === '' ? 'session' : 'once',
      whyOnce,
    }),
    places: named.places,
  };
}

export const contextOf = ({ cwd, roots, needs }: CommandSite): CommandContext => ({
  cwd,
  roots: roots.map((root) => root.path),
  home: needs.home,
});

/** Lines passed to a shell are classified too; their effects belong to the call. */
export async function withInnerLines(
  outer: CommandClass,
  argv: readonly string[],
  context: CommandContext,
  commands: Commands,
): Promise<CommandClass | Refused> {
  const classes = [outer];
  if (outer.refusals.length === 0) {
    for (const line of innerLines(argv)) {
      classes.push(classifyCommand(await commands.parseLine(line), context));
    }
  }
  const refusal = classes.flatMap(({ refusals }) => refusals)[0];
  return refusal ? refusalOf(refusal) : joined(classes);
}

const joined = (classes: readonly CommandClass[]): CommandClass => ({
  ...(classes[0] as CommandClass),
  findings: classes.flatMap(({ findings }) => findings),
  directories: classes.flatMap(({ directories }) => directories),
  paths: classes.flatMap(({ paths }) => paths),
});

const codes: Readonly<Record<CommandRefusal['rule'], ErrorCode>> = {
  'too-complex': 'command-too-complex',
  'bad-text': 'invalid-arguments',
  'git-option': 'git-argument-refused',
  'git-config': 'git-argument-refused',
  'git-transport': 'git-argument-refused',
};

function refusalOf({ rule, sentence, token }: CommandRefusal): Refused {
  const word = token.text === '' ? '' : ` (${token.text.slice(0, 80)})`;
  return refused(codes[rule], `${capitalised(sentence)}${word}`);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export async function findProgram(
  name: string,
  cwd: string,
  { roots, needs }: CommandSite,
): Promise<FoundProgram | Refused> {
  const found = await needs.commands.findProgram(name, {
    cwd,
    roots: roots.map((root) => root.path),
  });
  if (found.kind === 'found') return found;
  const code = found.kind === 'refused' ? 'program-refused' : 'program-not-found';
  return refused(code, found.sentence);
}

export const effectsOf = ({ findings }: CommandClass): readonly CommandEffect[] =>
  findings.map(({ effect, token, sentence }) => ({ effect, word: token.text, sentence }));

/** The agent may have written the program, or the project decides what it starts. */
export function ofProgram(found: FoundProgram): readonly CommandEffect[] {
  const { insideRoot, path } = found;
  const effect = 'runs-other-code';
  if (insideRoot)
    return [
      { effect, word: path, sentence: `${path} lies in a folder that the agent may work in` },
    ];
  if (!isVersionSwitch(found)) return [];
  const sentence = `${path} starts the version that the project names`;
  return [{ effect, word: lastNameOf(path), sentence }];
}

/**
 * The shims of asdf, pyenv, mise and similar tools: a project file may name any folder as a
 * version.
 */
const isVersionSwitch = ({ path, real }: FoundProgram): boolean =>
  path.split('/').includes('shims') || /\/(?:asdf|mise|rtx|proto-shim)$/.test(real);

function whyOnlyOnce(
  read: CommandClass,
  found: FoundProgram,
  outside: readonly CommandEffect[],
): string {
  if (!read.rememberable) return read.whyNotRememberable;
  if (ofProgram(found).length > 0) return 'It runs other code.';
  return outside.length > 0 ? 'It names places outside the folders of the session.' : '';
}

/** The text goes to whatever runs in the terminal at that time, so its effects are uncertain. */
async function resolveTyped(text: string, site: CommandSite): Promise<Resolved | Refused> {
  const { needs, roots } = site;
  const parsed = await needs.commands.parseLine(text.replaceAll(/\r\n?/g, '\n'));
  const read = classifyCommand(parsed, { ...contextOf(site), cwd: null });
  const refusal = read.refusals[0];
  if (refusal) return refusalOf(refusal);
  const named = placesNamed(read, roots, needs, 'loosely');
  if (isError(named)) return named;
  const unknown = {
    effect: 'unknown',
    sentence: 'what is typed goes to whatever runs in the terminal',
  } as const;
  const resolved = plain([unknown, ...effectsOf(read), ...named.outside], site, {
    keep: 'once',
    whyOnce: 'Not all of it is known.',
  });
  return { ...resolved, places: named.places };
}

async function resolveShell(site: CommandSite): Promise<Resolved | Refused> {
  const { cwd, needs } = site;
  if (cwd === null) return refused('invalid-arguments', 'cwd: is needed.');
  const shell = needs.commands.environment['SHELL'] ?? 'sh';
  const found = await findProgram(shell, cwd, site);
  if (isError(found)) return found;
  const effects: readonly KnownEffect[] = [
    { effect: 'runs-other-code', sentence: 'a shell runs whatever is typed into it' },
  ];
  const how = { argv: [shell], program: found, keep: 'once', whyOnce: 'It is a shell.' } as const;
  return plain(effects, site, how);
}

async function resolveGit(
  { effects, error }: Extract<Started, { how: 'git' }>,
  site: CommandSite,
): Promise<Resolved | Refused> {
  if (error !== null) return refused('git-argument-refused', error);
  const { cwd, needs, roots } = site;
  const from = { cwd: cwd ?? '/', roots: roots.map((root) => root.path) };
  const found = await needs.commands.findProgram('git', from);
  // A missing git is not an error, because an editor may have its own.
  const program = found.kind === 'found' ? found : undefined;
  const resolved = plain(effects, site, { ...(program ? { program } : {}), keep: 'session' });
  const environment = Object.freeze({ ...resolved.command.environment, ...quietGitEnvironment });
  return { ...resolved, command: Object.freeze({ ...resolved.command, environment }) };
}

interface CommandSource {
  readonly argv?: readonly string[];
  readonly says?: string;
  readonly program?: FoundProgram;
  readonly files?: readonly FilePin[];
  readonly keep: ResolvedCommand['keep'];
  readonly whyOnce?: string;
}

const plain = (
  effects: readonly (KnownEffect & { readonly word?: string })[],
  site: CommandSite,
  how: CommandSource,
): Resolved => ({
  command: commandOf(
    effects.map((effect) => ({ word: '', ...effect })),
    site,
    how,
  ),
  places: [],
});

export function commandOf(
  effects: readonly CommandEffect[],
  { cwd, needs }: CommandSite,
  { argv = [], program, files = [], says = '', keep, whyOnce = '' }: CommandSource,
): ResolvedCommand {
  const found = new Set(effects.map(({ effect }) => effect));
  const { variables } = environmentFor({}, needs.commands.environment);
  return Object.freeze({
    argv: Object.freeze([...argv]),
    program: program?.path ?? null,
    programFile: program?.real ?? null,
    ...(program?.pin ? { programSha256: program.pin.sha256 } : {}),
    pins: Object.freeze({ program: program?.pin ?? null, files }),
    cwd,
    says,
    effects: Object.freeze(effectNames.filter((name) => found.has(name))),
    does: Object.freeze(effects),
    environment: Object.freeze({ ...variables, ...(cwd === null ? {} : { PWD: cwd }) }),
    keep,
    whyOnce,
  });
}
