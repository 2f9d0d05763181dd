/**
 * Commands that certainly only read, with the options that keep them so. The classifier knows what a
 * command does; this table is narrower on purpose. It leaves out options that follow links, take
 * names of files from a file, or start programs: what it does not list is asked about.
 */
import type { ResolvedCall, ResolvedCommand } from '../call/call.ts';
import type { HiddenFiles } from '../dependencies.ts';

interface ReadOnlyProgram {
  /** Every word that begins with `-` must match, wherever it stands. */
  readonly options: RegExp;
  /** It goes through folders by itself, so no closed folder may lie below. */
  readonly walks: boolean;
}

const only = (...forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 's');
const oneOf = (names: string): string => `(?:${names.trim().split(/\s+/).join('|')})`;

const files = (...forms: readonly string[]): ReadOnlyProgram => ({
  options: forms.length === 0 ? /(?!)/ : only(...forms),
  walks: false,
});
const folders = (...forms: readonly string[]): ReadOnlyProgram => ({
  options: only(...forms),
  walks: true,
});

const grepOptions = oneOf(`recursive ignore-case line-number count files-with-matches text
  files-without-match fixed-strings extended-regexp perl-regexp word-regexp only-matching
  no-messages with-filename no-filename invert-match quiet`);
const rgOptions = oneOf(`files hidden no-ignore json count files-with-matches no-heading heading
  line-number no-line-number multiline fixed-strings ignore-case smart-case case-sensitive
  word-regexp only-matching with-filename no-filename column vimgrep trim stats quiet
  invert-match files-without-match pcre2 pretty glob iglob type type-not max-count context
  after-context before-context max-depth regexp`);
const findTests = oneOf(`name iname path ipath wholename type maxdepth mindepth not o a or and
  print print0 size mtime mmin atime ctime empty regex iregex regextype prune perm depth mount
  xdev ls printf readable executable writable true false links inum user group quit`);

const table: readonly (readonly [names: string, program: ReadOnlyProgram])[] = [
  ['cat', files('-[AbeEnstTuv]+', '--number', '--show-all')],
  ['head tail', files('-[0-9]+', '-[qv]', '-[nc][+-]?[0-9]*', '--(?:lines|bytes)=[+-]?[0-9]+')],
  ['wc', files('-[clmwL]+', '--(?:lines|words|bytes|chars)')],
  ['nl', files('-[bfhnvwsi][a-z0-9]*')],
  ['cut', files('-[dfcb].*', '-s', '--complement', '--(?:delimiter|fields)=.*')],
  ['uniq', files('-[cdiuz]+', '-[fsw][0-9]*', '--count')],
  ['sort', files('-[bdfghinrsuVz]*(?:k[0-9.,bdfghinrV]*|t.?)?')],
  ['comm', files('-[123]+')],
  ['cmp', files('-[bls]+')],
  ['diff', files('-[uqwbBNiya]+', '-U[0-9]*', '--color(?:=[a-z]+)?', '--brief')],
  ['md5sum sha1sum sha256sum sha512sum', files()],
  ['stat', files('-[ct].*', '--(?:format|printf)=.*', '--terse')],
  ['file', files('-[bi]+', '--brief', '--mime(?:-type|-encoding)?')],
  ['jq', files('-[rcesnSMCja]+', '--(?:arg|argjson|tab|raw-output|compact-output|slurp)')],
  ['sed', files('-[nErsuz]*e?', '--(?:quiet|silent|regexp-extended)')],
  ['pwd basename dirname true false uname', files('-[a-zA-Z]+')],
  ['realpath readlink', files('-[efmn]+')],
  ['which', files('-a')],
  ['echo', files('-[neE]+')],
  ['date', files('-u', '--utc', '-I[a-z]*', '--iso-8601(?:=[a-z]+)?')],
  [
    'ls',
    folders(
      '-[1aAlhFRtrSdisgopGnkmxCXUcuvq]+',
      '--(?:color|time-style|sort)(?:=[a-z-]+)?',
      '--(?:all|almost-all|recursive|human-readable|group-directories-first)',
    ),
  ],
  ['du', folders('-[abchksmx0]+', '-d[0-9]*', '--max-depth=[0-9]+', '--exclude=.*')],
  [
    'tree',
    // Letters behind `-I` and `-P` are further options of tree, not their value.
    folders(
      '-[adfishCnDFpugJ]+',
      '-L[0-9]*',
      '-[IP]',
      '--(?:dirsfirst|noreport|gitignore|prune|du)',
    ),
  ],
  [
    // `egrep` and `fgrep` are scripts, which look for grep themselves.
    'grep',
    folders(
      '-[0-9]+',
      '-[EFGPiIwxcvnHhoqsarlLZzyT]*(?:[ABCm][0-9]*|e.*)?',
      `--${grepOptions}`,
      '--colou?r(?:=[a-z]+)?',
      '--(?:include|exclude|exclude-dir|regexp)=.*',
      '--(?:context|after-context|before-context|max-count)=[0-9]+',
    ),
  ],
  [
    'rg',
    folders('-[iSsnNlcowxvFPUuqHIap0]*(?:[ABCmgtTMe].*)?', `--${rgOptions}(?:=.*)?`, '--color=.*'),
  ],
  ['find', folders('-P', `-${findTests}`)],
];

/** These say their version without looking at the folder; others load its settings, or start the version that it names. */
const plainVersions: ReadonlySet<string> = new Set(
  `node npm git python python3 ruby perl php java javac gcc g++ cc c++ clang clang++ ld make cmake
  rg fd jq grep sed tar curl docker gh vim nvim emacs lua ghc`.split(/\s+/),
);

/** In an expression of jq. An agent's own shell has variables with secrets; `.env` is a field of a file. */
const readsEnvironment = /(?<![.\w])env\b|\$ENV\b/;

const programs: ReadonlyMap<string, ReadOnlyProgram> = new Map(
  table.flatMap(([names, program]) => names.split(' ').map((name) => [name, program] as const)),
);

const startsCommand = (action: string): boolean =>
  action === 'exec_command' || action === 'native_command';

/** Whether the session could read the same by its own actions, and nothing else can happen. */
export function readsOnlyInside(call: ResolvedCall): boolean {
  const { action, command, session, places } = call;
  if (!startsCommand(action) || command === null || !isPlainRead(command)) return false;
  if (!session.scopes.includes('read:files')) return false;
  if (!places.every(({ use }) => use === 'read' || use === 'list')) return false;
  // Each part reads what its own words name: `grep -r x src | head` gives head no folder.
  return (command.each ?? [{ command, places }]).every(({ command: part, places: own }) =>
    isReadOnly(part, { skip: call.skip, places: own }),
  );
}

/** Folders of which a command prints what is in their files, and how far it looks into hidden ones. */
export interface FolderSearch extends HiddenFiles {
  readonly folders: readonly string[];
}

const recursive = /^(?:-[A-Za-z]*[rR]|--recursive)/;
const noneHidden = /^(?:-[A-Za-z]*u|--hidden|--no-ignore)/;
/** What may stand before `--files`; behind another option, it may be the value of that one. */
const takesNoValue = /^(?:[^-]|-[iSsnNlcowxvFPUuqHIap0]+$|--(?:hidden|no-ignore)$|--[a-z-]+=)/;
/** A pattern of names, which rg also looks for among hidden files: `-g.env`, `-g=.env`, `-ng .env`, `--glob=.env`. */
const globOption = /^(?:-[iSsnNlcowxvFPUuqHIap0]*g=?|--i?glob(?:=|$))(.*)$/s;

/** Null when it searches no folder. Without further options `rg` passes over hidden files, unless the project's own settings say otherwise. */
export function searchOf({ command, places }: ResolvedCall): FolderSearch | null {
  const searches = (command?.parts ?? (command ? [command] : [])).flatMap(
    ({ argv: [name = '', ...words] }) => hiddenFilesOf(name, words) ?? [],
  );
  if (!command || searches.length === 0) return null;
  const named = places.filter(({ kind, use }) => kind === 'folder' && use === 'read');
  return {
    folders: named.length > 0 ? named.map(({ path }) => path) : [command.cwd ?? '/'],
    all: searches.some(({ all }) => all),
    patterns: searches.flatMap(({ patterns }) => patterns),
  };
}

function hiddenFilesOf(name: string, words: readonly string[]): HiddenFiles | null {
  if (name === 'grep')
    return words.some((word) => recursive.test(word)) ? { all: true, patterns: [] } : null;
  if (name !== 'rg' || printsNamesOnly(words)) return null;
  const patterns = words.flatMap((word, at) => {
    const joined = globOption.exec(word)?.[1];
    return joined === '' ? (words[at + 1] ?? []) : (joined ?? []);
  });
  return { all: words.some((word) => noneHidden.test(word)), patterns };
}

/** Only where `--files` is certainly the option: as a pattern, the search prints what is in the files. */
function printsNamesOnly(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const given = end < 0 ? words : words.slice(0, end);
  return given.some(
    (word, at) => word === '--files' && (at === 0 || takesNoValue.test(given[at - 1] ?? '')),
  );
}

/**
 * Whether that program with these options only reads what its arguments name. Its effects count too: the script of
 * `sed` is no option, but can start programs and write files.
 */
export function isReadOnly(
  { argv, effects }: Pick<ResolvedCommand, 'argv' | 'effects'>,
  { skip, places }: Pick<ResolvedCall, 'skip' | 'places'>,
): boolean {
  if (effects.join() !== 'reads') return false;
  const [name = '', ...words] = argv;
  if (words.length === 1 && words[0] === '--version') return plainVersions.has(name);
  if (name === 'jq' && words.some((word) => readsEnvironment.test(word))) return false;
  const program = programs.get(name);
  if (!program || !words.every((word) => !word.startsWith('-') || program.options.test(word)))
    return false;
  if (program.walks) return skip.length === 0;
  return places.every(({ use, kind }) => use === 'list' || kind !== 'folder');
}

/** The command is fully understood, only reads, and its program and paths are certain. On Windows these names mean other programs. */
const isPlainRead = (command: ResolvedCommand): boolean =>
  command.keep === 'session' &&
  command.effects.length === 1 &&
  command.effects[0] === 'reads' &&
  (command.parts ?? [command]).every(({ program }) => program?.startsWith('/') === true);
