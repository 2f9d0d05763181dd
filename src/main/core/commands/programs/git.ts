/** git and other version control systems. */
import type { ProgramFamily } from '../program-spec.ts';
import { gitChanging } from './git-changing.ts';
import { gitLooking } from './git-looking.ts';

export const gitFamily: ProgramFamily = [
  [
    'git',
    {
      effects: 'reads',
      infoFlags: '-v --version -h',
      reader: 'git',
      flagsFirst: true,
      subcommands: [...gitLooking, ...gitChanging],
      flags: {
        '-C': 'none =dir : works in another folder',
        '--git-dir': 'runs =dir : takes settings from another folder, some of which run programs',
        '--work-tree': 'none =dir : works in another folder',
        '-c': 'runs =value : changes settings, some of which run programs',
        '--config-env': 'runs =value : changes settings, some of which run programs',
        '--exec-path': 'runs =path? : takes the programs of git from another folder',
        '-p --paginate': 'runs : opens a pager that can run programs',
        '--namespace --super-prefix --attr-source': 'none =value',
        '-P --no-pager --no-optional-locks --literal-pathspecs --glob-pathspecs --no-replace-objects --bare --html-path --man-path --info-path --icase-pathspecs --no-advice --no-lazy-fetch':
          'none',
      },
    },
  ],
  [
    'gitk tig lazygit gitui git-cola gitg',
    { effects: 'runs git', phrase: 'opens a program that can change the repository' },
  ],
  ['git-lfs git-annex git-crypt git-filter-repo', { effects: 'git runs network' }],
  [
    'hg svn bzr cvs darcs fossil jj',
    {
      effects: 'git runs network',
      strict: true,
      flags: {
        '--config --config-option --config-file --config-toml --config-dir --diff-cmd --tool --extcmd':
          'runs =value : changes settings, some of which run programs',
        '--pager': 'runs =value : opens a pager',
        '-R --repository --cwd': 'none =dir',
      },
      subcommands: [
        [
          `log, status, st, diff, di, info, branches, tags, heads, annotate, blame, cat, files,
          list, ls, op log, bookmarks, show`,
          'reads network',
        ],
        [
          `add, commit, ci, update, up, pull, push, clone, checkout, co, merge, branch, tag,
          new, describe, squash, revert, rm, remove, move, mv, copy, cp, switch, resolve,
          cleanup, rebase, bookmark, git fetch, git push, git clone, edit, abandon`,
          'git runs network',
        ],
      ],
    },
  ],
];
