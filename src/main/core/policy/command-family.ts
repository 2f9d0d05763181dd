/**
 * A command by its program and first word in its folder, as a user means "npm test in harbour". A yes
 * can be kept for that, whatever the further arguments: what runs is code of the project each time.
 */
import type { ShownFamily } from '../../../shared/asks/asks.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { ResolvedCall, ResolvedCommand } from '../call/call.ts';
import { keepsItsCode, takesTargets } from './family-options.ts';
import { isReadOnly, searchOf } from './read-only-commands.ts';
import { isProtectedChange } from './reasons.ts';

/** Null when only exactly this command can be kept, or nothing at all. */
export function commandFamily(call: ResolvedCall): ShownFamily | null {
  const { action, command, places } = call;
  if (!actionsOfFamilies.has(action) || command === null || places.some(isProtectedChange))
    return null;
  const only = command.each ? onlyCodeOf(call) : command;
  const family = only && familyOf(only);
  // What was allowed inside a sandbox is not allowed outside.
  return family && { ...family, isSandboxed: Boolean(command.sandbox) };
}

/** In `npm test | tail -20`, what runs code is `npm test`, if the rest only reads. */
function onlyCodeOf(call: ResolvedCall): ResolvedCommand | null {
  // What a search prints may be secrets, which a yes to `npm test` does not cover.
  const search = searchOf(call);
  if (search && (search.all || search.patterns.length > 0)) return null;
  const code = call.command?.each?.filter(
    ({ command }) =>
      !isReadOnly(command, call) || command.does.some(({ isOutside }) => isOutside === true),
  );
  const [first, ...others] = code ?? [];
  return first && others.length === 0 ? first.command : null;
}

/** The parts of a command that determine its family. */
export type FamilyFacts = Pick<
  ResolvedCommand,
  'argv' | 'program' | 'cwd' | 'keep' | 'effects' | 'does'
>;

export function familyOf(command: FamilyFacts): Omit<ShownFamily, 'isSandboxed'> | null {
  const { program, cwd, argv } = command;
  if (program === null || cwd === null) return null;
  const local = localWords(command);
  if (local !== null) return { program, words: local, folder: cwd };
  if (!runsProjectCode(command)) return null;
  const words = familyWords(argv);
  if (words === null || choosesOtherCode(command)) return null;
  return { program, words, folder: cwd };
}

/** Options with which curl asks one server for one page, and prints it. */
const plainCurl = /^(?:-[sSfivI46]+|--(?:silent|show-error|fail|include|head|verbose|compressed))$/;
const curlSeconds = /^(?:-m|--max-time|--connect-timeout)$/;
const localPage = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(?:\/[^\s{}[\]]*)?$/;

/** A page of one port of this computer, such as a development server. */
function localWords({ argv, effects }: FamilyFacts): string | null {
  const [file = '', ...words] = argv;
  if (lastNameOf(file) !== 'curl' || effects.join() !== 'network') return null;
  const pages = words.filter(
    (word, at) => !plainCurl.test(word) && !curlSeconds.test(word) && !isSeconds(words, at),
  );
  const [, host, port = ''] = (pages.length === 1 && localPage.exec(pages[0] ?? '')) || [];
  return host === undefined ? null : `curl ${host}${port}`;
}

const isSeconds = (words: readonly string[], at: number): boolean =>
  curlSeconds.test(words[at - 1] ?? '') && /^[0-9.]+$/.test(words[at] ?? '');

export const familyText = ({ words, folder }: ShownFamily): string =>
  `${words} in ${lastNameOf(folder)}, with any arguments`;

/** `npm test` and the action that runs the tests are the same thing. */
export const familyActions = ['exec_command', 'run_tests', 'build_project'] as const;
const actionsOfFamilies: ReadonlySet<string> = new Set([...familyActions, 'native_command']);

/** The command is understood, destroys nothing, names no path outside, and the agent cannot write its program. */
const runsProjectCode = ({ keep, effects, does, program }: FamilyFacts): boolean =>
  keep !== 'session' &&
  effects.includes('runs-other-code') &&
  !effects.some((effect) => ['unknown', 'privilege', 'deletes'].includes(effect)) &&
  !does.some(({ isOutside, word }) => isOutside === true || word === program);

/** For these programs, the first word does not determine what runs. */
const startersOfAnything: ReadonlySet<string> = new Set(
  `sh bash zsh dash ksh csh tcsh fish busybox env xargs nohup timeout nice ionice setsid stdbuf time
  watch parallel sudo doas su ssh eval exec command cmd powershell pwsh script expect tmux screen
  find awk gawk mawk sed docker podman kubectl osascript
  cross-env cross-env-shell concurrently dotenv dotenvx env-cmd nodemon zx shx rimraf nyc c8 lerna
  onchange chokidar execa tsx ts-node ts-node-dev babel-node vite-node jiti esno
  direnv watchexec entr reflex nvm asdf pyenv rbenv nodenv jenv conda mamba micromamba
  gh ansible ansible-playbook pm2 forever supervisord ngrok cloudflared lt`.split(/\s+/),
);
/** These change other machines, which cannot be undone here. */
const deployers: ReadonlySet<string> = new Set(
  `vercel netlify firebase serverless sls heroku fly flyctl wrangler cdk sam pulumi terraform tofu
  eb skaffold amplify railway render surge now`.split(/\s+/),
);
/** What their first word does may be to empty a database or to publish. */
const decidedByFirstWord: ReadonlySet<string> = new Set(
  `rails prisma drizzle-kit sequelize sequelize-cli knex typeorm mikro-orm supabase hasura
  changeset np gh-pages semantic-release release-it standard-version`.split(/\s+/),
);
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** The next word determines what runs. */
const runners: ReadonlySet<string> = new Set(
  'run run-script exec x dlx create init task artisan manage.py'.split(' '),
);
/** The commands of npm that can be kept; npm also takes many other spellings of `install`. */
const keptOfNpm: ReadonlySet<string> = new Set(
  't tst test run run-script start stop restart ci exec x rebuild'.split(' '),
);
/** These fetch and run what the further arguments name. */
const fetchers: ReadonlySet<string> = new Set(
  `install i in ins inst isntall it install-test add a update up upgrade get require link ln global
  tool tools config c set publish pip workspace workspaces plugin policies pm npm store package
  runner r console dbconsole shell repl inspect nuget tinker fsi publish deploy release`.split(
    /\s+/,
  ),
);
const interpreters = /^(?:node|deno|bun|bunx|npx|python[0-9.]*|pypy[0-9.]*|ruby|perl|php|lua)$/;
const plainWord = /^[A-Za-z0-9@_.][A-Za-z0-9@_./:+-]*$/;

function familyWords([file = '', first, second]: readonly string[]): string | null {
  const name = lastNameOf(file);
  if (startersOfAnything.has(name) || deployers.has(name)) return null;
  if (first === undefined) return name;
  const isSecondPlain = second !== undefined && plainWord.test(second);
  if (name === 'node' && first === '--test') return 'node --test';
  if (/^python[0-9.]*$/.test(name) && first === '-m')
    return isSecondPlain && !fetchingModules.has(second) && !startsAnything(second)
      ? `${name} -m ${second}`
      : null;
  if (!plainWord.test(first) || fetchers.has(first) || clearsData.test(first)) return null;
  if (name === 'npm' && !keptOfNpm.has(first)) return null;
  if (name === 'mix' && first === 'do') return null;
  const isTest = ['t', 'tst', 'test'].includes(first);
  if (packageManagers.has(name) && isTest) return `${name} test`;
  if (packageManagers.has(name) && /^run(?:-script)?$/.test(first) && second === 'test')
    return `${name} test`;
  if (!runners.has(first)) return startsAnything(first) ? null : `${name} ${first}`;
  const isKnown =
    isSecondPlain && !startsAnything(second) && !clearsData.test(second) && second !== 'tinker';
  return isKnown ? `${name} ${first} ${second}` : null;
}

/** Tasks that empty a database. */
const clearsData = /[:.](?:drop|reset|purge|wipe|fresh|refresh|rollback|truncate|clean)/;

const fetchingModules: ReadonlySet<string> = new Set(
  `pip pipx uv ensurepip easy_install poetry pdm hatch twine runpy pdb bdb timeit trace cProfile
  profile code idlelib IPython asyncio coverage debugpy webbrowser http.server pydoc pyperf memray
  viztracer scalene kernprof line_profiler xonsh sh plumbum ansible fabric awscli conda jupyter
  notebook smtplib ftplib virtualenv shutil`.split(/\s+/),
);

/** Of a program that another one starts, whose own words are not looked at; also as `turbo@latest`. */
function startsAnything(word: string): boolean {
  const name = lastNameOf(word).replace(/@.*$/s, '');
  return (
    [startersOfAnything, deployers, decidedByFirstWord].some((names) => names.has(name)) ||
    interpreters.test(name) ||
    takesTargets.test(name)
  );
}

function choosesOtherCode({ argv, does }: FamilyFacts): boolean {
  const [file = '', first = '', ...rest] = argv;
  const end = rest.indexOf('--');
  const given = end < 0 ? rest : rest.slice(0, end);
  if (does.some(({ effect, word }) => effect === 'runs-other-code' && isOption(word, given)))
    return true;
  // The word behind `run` is one of those by which it is kept.
  return !keepsItsCode(lastNameOf(file), first, runners.has(first) ? given.slice(1) : given);
}

const isOption = (word: string, given: readonly string[]): boolean =>
  word.startsWith('-') && given.includes(word);
