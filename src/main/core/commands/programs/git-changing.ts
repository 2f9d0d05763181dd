/** Subcommands of git that change the repository or files. Hooks are protected separately. */
import type { ProgramSpec, SubcommandFamily } from '../program-spec.ts';
import { editingFlags, remoteFlags, showingFlags } from './git-looking.ts';

const commit: ProgramSpec = {
  effects: 'git',
  phrase: 'makes a commit; the hooks of the repository run',
  flags: editingFlags,
};

const rebase: ProgramSpec = {
  effects: 'git deletes',
  phrase: 'rewrites commits',
  flags: {
    '-x --exec': 'runs =code : runs a command after each commit',
    '-i --interactive --edit-todo': 'runs : opens an editor',
    '--onto -s --strategy -X --strategy-option -C --whitespace -S --gpg-sign': 'none =value',
  },
};

export const gitChanging: SubcommandFamily = [
  [
    `bisect start, bisect good, bisect bad, bisect reset, bisect skip, bisect next, bisect log`,
    'git',
  ],
  ['bisect run', 'git runs'],
  [
    'add',
    {
      effects: 'git',
      phrase: 'stages changes',
      operands: 'reads',
      flags: {
        '-e --edit': 'runs : opens an editor',
        '-i --interactive -p --patch': 'git',
        '--pathspec-from-file': 'none =path',
        '--chmod': 'none =value',
      },
    },
  ],
  ['commit', commit],
  [
    'merge, cherry-pick, revert',
    {
      effects: 'git',
      flags: {
        ...editingFlags,
        '-s --strategy -X --strategy-option -m --mainline':
          'runs =value? : may name a program that merges',
      },
    },
  ],
  [
    'am, apply',
    {
      effects: 'git writes',
      operands: 'reads',
      flags: {
        '--unsafe-paths': 'writes : may write outside the repository',
        '--directory': 'writes =out',
        '-i --interactive': 'runs : opens an editor',
        '--build-fake-ancestor': 'writes =out',
        '-p -C --whitespace --exclude --include --patch-format': 'none =value',
        '--check --stat --numstat --summary': 'none',
      },
    },
  ],
  ['rebase, pull --rebase', rebase],
  ['pull', { effects: 'git network', flags: remoteFlags }],
  ['fetch, remote update', { effects: 'git network', flags: remoteFlags }],
  [
    'push',
    {
      effects: 'git network',
      flags: {
        ...remoteFlags,
        '-f --force --force-with-lease --mirror --prune':
          'deletes : may discard commits at the other end',
        '-d --delete': 'deletes : deletes branches at the other end',
        '--force-if-includes': 'none',
        '--repo': 'none =value',
      },
    },
  ],
  [
    'clone',
    {
      effects: 'git network writes',
      operands: 'from-to',
      flags: {
        ...remoteFlags,
        '-u --upload-pack': 'runs =program : names a program to run at the other end',
        '--template': 'runs =path : brings hooks with it',
        '-c --config': 'runs =value : changes settings, some of which run programs',
        '--reference --reference-if-able': 'none =path',
        '--separate-git-dir': 'writes =out',
        '-b --branch -o --origin --bundle-uri --revision': 'none =value',
        '--recurse-submodules --recursive': 'network =value? : fetches the repositories it names',
      },
    },
  ],
  [
    'init',
    {
      effects: 'git writes',
      operands: 'writes',
      flags: {
        '--template': 'runs =path : brings hooks with it',
        '--separate-git-dir': 'writes =out',
        '-b --initial-branch --object-format --shared': 'none =value',
      },
    },
  ],
  [
    'checkout, switch',
    {
      effects: 'git writes',
      phrase: 'changes the files to another state; changes not committed may be lost',
      flags: {
        '-f --force --discard-changes': 'deletes : throws away changes that were not committed',
        '-b -B -c -C --create --force-create --orphan --conflict --pathspec-from-file':
          'none =value',
      },
    },
  ],
  [
    'restore',
    {
      effects: 'git deletes',
      phrase: 'throws away changes that were not committed',
      operands: 'deletes',
      instead: { '--staged -S': 'git' },
      flags: {
        '-s --source --conflict': 'none =value',
        '--pathspec-from-file': 'none =path',
        '-W --worktree': 'deletes',
        '-S --staged': 'none',
      },
    },
  ],
  [
    'reset',
    {
      effects: 'git',
      flags: { '--hard --merge --keep': 'deletes : throws away changes that were not committed' },
    },
  ],
  [
    'clean',
    {
      effects: 'git deletes',
      phrase: 'deletes files that are not in git',
      instead: { '-n --dry-run': 'reads' },
      flags: { '-e --exclude': 'none =value', '-i --interactive': 'none', '-n --dry-run': 'none' },
    },
  ],
  [
    'rm',
    { effects: 'git deletes', operands: 'deletes', instead: { '--cached -n --dry-run': 'git' } },
  ],
  ['mv', { effects: 'git writes', operands: 'writes' }],
  ['bundle create', { effects: 'writes', operands: 'writes' }],
  ['bundle unbundle', { effects: 'git', operands: 'reads' }],
  [
    'format-patch',
    {
      effects: 'writes',
      flags: {
        ...showingFlags,
        '-o --output-directory': 'writes =out',
        '--stdout': 'none',
        '--signature-file': 'none =path',
      },
    },
  ],
  ['worktree add, worktree move', { effects: 'git writes', operands: 'loose' }],
  ['worktree remove', { effects: 'git deletes', operands: 'deletes' }],
  ['worktree prune, worktree lock, worktree unlock, worktree repair', 'git'],
  [
    `submodule add, submodule update, submodule sync, submodule init, submodule deinit,
    submodule absorbgitdirs, submodule set-url, submodule set-branch`,
    'git network runs',
  ],
  ['submodule foreach', 'git runs'],
  ['notes add, notes append, notes copy, notes edit, notes merge', 'git'],
  ['notes remove, notes prune', 'git deletes'],
  [
    `merge-tree, unpack-file, gc, prune, repack, pack-refs, prune-packed, replace, update-index, update-ref,
    symbolic-ref, read-tree, write-tree, commit-tree, mktag, mktree, hash-object,
    checkout-index, merge-file, merge-index, sparse-checkout set, sparse-checkout add,
    sparse-checkout init, sparse-checkout disable, sparse-checkout reapply, rerere,
    pack-objects, unpack-objects, index-pack, multi-pack-index, commit-graph, fast-import,
    refs, update-server-info, bisect visualize, maintenance run`,
    'git deletes',
  ],
  [
    `verify-commit, verify-tag, interpret-trailers, filter-branch, filter-repo, difftool, mergetool, send-email, instaweb, gui, citool, gitk,
    web--browse, help, shell, daemon, http-backend, upload-pack, receive-pack, upload-archive,
    credential, credential-store, credential-cache, fsmonitor--daemon, hook, maintenance start,
    maintenance register, svn, p4, cvsimport, request-pull, lfs, flow, quiltimport, archimport,
    remote-ext, remote-fd, imap-send, subtree, merge-one-file, sh-setup, bugreport, diagnose,
    for-each-repo`,
    'git runs',
  ],
];
