/**
 * Commands of git that do what an action of git does, with the options that keep them so. Such a command is
 * started like the action: with our own git settings, without hooks and programs of the repository. What the
 * table does not list is an ordinary command.
 */
import type { Scope } from '../../../shared/access/scopes.ts';
import type { ActionName } from '../../../shared/actions/actions.ts';
import { isSecretFile } from '../../../shared/files/secret-files.ts';
import type { ResolvedCall } from '../call/call.ts';

interface GitForm {
  /** The action that does the same; rules about it hold for the command. */
  readonly like: ActionName;
  readonly scopes: readonly Scope[];
  /** Options that stand alone. */
  readonly options: RegExp;
  /** Options that take the next word. */
  readonly withValue?: RegExp;
  /** What may stand beside the options. */
  readonly words: 'none' | 'any' | RegExp;
  /** Paths may follow `--`, even if nothing else may stand there. */
  readonly takesPaths?: true;
  /** It writes to the repository. */
  readonly writes?: true;
  /** It changes files of the working tree, so only where these can be restored. */
  readonly changesFiles?: true;
  /** Other options and words than these are another command. */
  readonly needs?: RegExp;
}

export interface GitUse {
  readonly like: readonly ActionName[];
  readonly scopes: readonly Scope[];
  readonly writes: boolean;
  readonly changesFiles: boolean;
}

const only = (...forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 's');
const long = (names: string): string => `--(?:${names.trim().split(/\s+/).join('|')})`;

const diffForms = [
  '-[pRwbzMCsu]',
  '-U[0-9]+',
  '--unified=[0-9]+',
  '--(?:color|word-diff)(?:=[a-z]+)?',
  '--diff-filter=[A-Za-z]+',
  long(`stat shortstat numstat name-only name-status cached staged summary patch no-patch no-color
    no-prefix minimal check quiet exit-code ignore-all-space ignore-space-change ignore-blank-lines
    find-renames no-renames patience histogram compact-summary merge-base`),
];
const logForms = [
  ...diffForms,
  '-[0-9]+',
  '-n[0-9]+',
  '-[iqg]',
  '--max-count=[0-9]+',
  '--skip=[0-9]+',
  '--(?:format|since|until|after|before|author|grep|date|abbrev)=.*',
  '--pretty(?:=.*)?',
  '--decorate(?:=[a-z]+)?',
  '-[SG].+',
  long(`oneline graph all branches tags remotes no-merges merges reverse follow first-parent
    abbrev-commit topo-order date-order no-decorate full-history`),
];

const looks = (like: ActionName, scope: Scope, ...forms: readonly string[]): GitForm => ({
  like,
  scopes: [scope],
  options: forms.length === 0 ? /(?!)/ : only(...forms),
  words: 'any',
});

const diffs = (...forms: readonly string[]): GitForm => looks('git_diff', 'view:diffs', ...forms);
const states = (...forms: readonly string[]): GitForm =>
  looks('git_status', 'git:status', ...forms);

const commits = { like: 'git_commit', scopes: ['git:commit'], writes: true } as const;
const branches = { like: 'git_branch', scopes: ['git:branch'], writes: true } as const;
const isRef = /^[A-Za-z0-9][A-Za-z0-9._/@{}~^+-]*$/;
const noOption = /(?!)/;

/** By subcommand; the first form that fits counts. */
const table: Readonly<Record<string, readonly GitForm[]>> = {
  status: [
    states(
      '-[sbvz]+',
      '-u(?:no|normal|all)?',
      '--(?:porcelain|untracked-files|ignored)(?:=[a-z0-9]+)?',
      long('short branch long no-renames show-stash ahead-behind no-ahead-behind'),
    ),
  ],
  diff: [diffs(...diffForms)],
  log: [{ ...diffs(...logForms), withValue: only('-n', '--(?:author|since|until|grep)') }],
  show: [diffs(...logForms)],
  blame: [{ ...diffs('-[wMCesl]', '--date=.*', '-L.+'), withValue: only('-L') }],
  shortlog: [diffs('-[sne]+', '--no-merges', '--since=.*')],
  'rev-parse': [
    states(
      '-q',
      '--short(?:=[0-9]+)?',
      long('abbrev-ref show-toplevel git-dir is-inside-work-tree verify quiet'),
    ),
  ],
  'ls-files': [states('-[cdmosz]+', long('cached deleted modified others exclude-standard'))],
  describe: [states(long('tags always dirty all long'))],
  remote: [{ ...states('-v', '--verbose'), words: 'none' }],
  tag: [{ ...states('-l', '--list', '-n[0-9]*', '--sort=.*'), words: 'none' }],
  branch: [
    {
      ...states(
        '-[arv]+',
        '--(?:sort|format|contains|merged|no-merged)=.*',
        long('list all remotes show-current verbose merged no-merged'),
      ),
      words: 'none',
    },
    { ...branches, options: noOption, words: isRef },
  ],
  add: [
    {
      ...{ like: 'git_add', scopes: ['git:commit'], writes: true, words: 'any' },
      options: only('-[AuvnN]+', long('all update verbose dry-run intent-to-add')),
    },
  ],
  commit: [
    {
      ...commits,
      options: only(
        '-[aqsn]+',
        '--message=.*',
        long('all quiet amend no-edit allow-empty signoff no-verify'),
      ),
      withValue: only('-[aqsn]*m', '--message'),
      words: 'none',
      // Without a text an editor would be opened.
      needs: only('-[aqsn]*m', '--message(?:=.*)?', '--no-edit'),
    },
  ],
  restore: [
    { ...commits, options: only('--staged', '-S'), words: 'any', needs: only('--staged', '-S') },
  ],
  reset: [{ ...commits, options: only('-q', '--quiet'), words: only('HEAD'), takesPaths: true }],
  switch: [
    {
      ...branches,
      options: only('-q', '--quiet'),
      withValue: only('-c', '--create'),
      words: 'none',
      needs: only('-c', '--create'),
    },
    { ...branches, options: only('-q', '--quiet'), words: isRef, changesFiles: true },
  ],
  checkout: [
    { ...branches, options: only('-q'), withValue: only('-b'), words: 'none', needs: only('-b') },
    { ...branches, options: only('-q'), words: isRef, changesFiles: true },
  ],
  stash: [
    {
      ...diffs(...diffForms),
      words: only('list|show|stash@\\{[0-9]+\\}'),
      needs: only('list|show'),
    },
    {
      ...{ ...commits, scopes: ['git:commit', 'write:files'], changesFiles: true },
      options: only('-[uqk]', '--(?:include-untracked|quiet|keep-index)'),
      withValue: only('-m', '--message'),
      words: only('push|pop|apply|stash@\\{[0-9]+\\}'),
    },
  ],
  mv: [
    {
      ...{ ...commits, scopes: ['git:commit', 'rename:files'], changesFiles: true },
      ...{ options: only('-v'), words: 'any' },
    },
  ],
};

/** Null when it is no command of git on the table. */
export function gitUse(argv: readonly string[]): GitUse | null {
  const [program, ...all] = argv;
  const [subcommand = '', ...words] = all[0] === '--no-pager' ? all.slice(1) : all;
  const forms = program === 'git' && Object.hasOwn(table, subcommand) ? table[subcommand] : [];
  const form = forms?.find((item) => fits(item, words));
  if (!form) return null;
  const { like, scopes, writes = false, changesFiles = false } = form;
  return { like: [like], scopes, writes, changesFiles };
}

function fits(
  { options, withValue, words: beside, takesPaths, needs }: GitForm,
  given: readonly string[],
): boolean {
  let isValue = false;
  let arePaths = false;
  let isThere = needs === undefined;
  for (const word of given) {
    if (isValue) {
      isValue = false;
      continue;
    }
    if (leadsOut.test(word) || namesSecret(word)) return false;
    if (word === '--' && !arePaths) {
      if (beside !== 'any' && !takesPaths) return false;
      arePaths = true;
      continue;
    }
    if (!arePaths && needs?.test(word) === true) isThere = true;
    if (!arePaths && word.startsWith('-')) {
      isValue = withValue?.test(word) ?? false;
      if (!isValue && !options.test(word)) return false;
    } else if (!arePaths && !fitsBeside(beside, word)) return false;
  }
  return isThere && !isValue;
}

/** With a place outside, git diff compares files instead of commits. */
const leadsOut = /^[/~]|(?:^|\/)\.\.(?:\/|$)|\0/;

/** `HEAD:.env` too. */
const namesSecret = (word: string): boolean => isSecretFile(word.split(/[/:]/).at(-1) ?? '');

/** What looks like a remote or a pathspec with a meaning of its own is left out. */
function fitsBeside(beside: GitForm['words'], word: string): boolean {
  if (beside === 'none' || word.includes('::')) return false;
  return beside === 'any' ? true : beside.test(word);
}

/** What a command that is started like our own git does; null for every other command. */
export function gitUseOf({ command }: Pick<ResolvedCall, 'command'>): GitUse | null {
  if (!command) return null;
  const all = (command.parts ?? [command]).flatMap(({ argv }) => gitUse(argv) ?? []);
  if (all.length === 0) return null;
  return {
    like: [...new Set(all.flatMap(({ like }) => like))],
    scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
    writes: all.some(({ writes }) => writes),
    changesFiles: all.some(({ changesFiles }) => changesFiles),
  };
}
