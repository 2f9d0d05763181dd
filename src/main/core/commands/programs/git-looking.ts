/** Subcommands of git that mostly read, and their options that change something. */
import type { FlagTable, ProgramSpec, SubcommandFamily } from '../program-spec.ts';

/** The flags of all subcommands that show diffs. */
export const showingFlags: FlagTable = {
  '--output': 'writes =out : writes the output to a file',
  '--ext-diff': 'runs : runs the program set for showing differences',
  '--text --exit-code --stat --output-indicator-new --no-ext-diff --no-textconv': 'none',
  '--textconv': 'runs : runs the program set for converting files',
  '-p -u --patch': 'none',
  '-O': 'none =path : orders the files by a list',
  '-S -G --grep --author --committer --since --until --after --before --format --pretty -L':
    'none =pattern',
  '-n -U --unified --max-count --skip --diff-filter --date': 'none =value',
  '--no-index': 'reads : compares files outside of git',
  '--show-signature': 'runs : runs a program to check signatures',
  '--lost-found': 'git : writes what it finds',
};

/** `%G?` and the like check signatures, by a program. */
const show = (effects = 'reads'): ProgramSpec => ({
  effects,
  patternError: /%G|%\(signature/,
  flags: showingFlags,
});

export const remoteFlags: FlagTable = {
  '--upload-pack --receive-pack --exec': 'runs =program : names a program to run at the other end',
  '-o --push-option --server-option': 'network =value',
  '-j --jobs --depth --deepen --shallow-since --shallow-exclude --filter --refmap': 'none =value',
  '-u': 'none',
};

export const editingFlags: FlagTable = {
  '-S --gpg-sign': 'git =value?',
  '-e --edit': 'runs : opens an editor',
  '-m --message': 'none =pattern',
  '-C --reuse-message --fixup --squash --author --date --trailer --cleanup': 'none =pattern',
  '-c --reedit-message': 'runs =pattern : opens an editor',
  '-F --file -t --template --pathspec-from-file': 'none =path',
};

const config: ProgramSpec = {
  effects: 'git runs',
  phrase: 'may change a setting that runs a program',
  operands: 'text',
  instead: {
    '--get --get-all --get-regexp --get-urlmatch --list -l --get-color --get-colorbool --name-only':
      'reads',
  },
  flags: {
    '-f --file --blob': 'none =path',
    '-e --edit': 'runs : opens an editor',
    '--type --default': 'none =value',
    '--global --system': 'privilege : is about the settings of the person or the machine',
    '-l --list': 'privilege : shows all settings, secrets among them',
    '--get --get-all --get-regexp --get-urlmatch --name-only --show-origin --show-scope -z --null --local --worktree --includes':
      'none',
  },
};

const readConfig: ProgramSpec = {
  effects: 'reads',
  operands: 'text',
  ...(config.flags ? { flags: config.flags } : {}),
};

export const gitLooking: SubcommandFamily = [
  [
    `status, shortlog, describe, rev-parse, rev-list, ls-files, ls-tree, name-rev, merge-base,
    cherry, count-objects, show-ref, for-each-ref, check-ignore, check-attr, check-mailmap,
    check-ref-format, var, version, get-tar-commit-id, show-index,
    verify-pack, fsck, whatchanged, range-diff, patch-id, stripspace, fmt-merge-msg, column,
    diff-pairs, annotate`,
    show(),
  ],
  ['log, show, diff, diff-tree, diff-index, diff-files, show-branch', show()],
  [
    'blame',
    {
      effects: 'reads',
      flags: { ...showingFlags, '--contents --ignore-revs-file -S': 'none =path' },
    },
  ],
  [
    'cat-file',
    {
      effects: 'reads',
      flags: { '--textconv --filters': 'runs : runs the program set for converting files' },
    },
  ],
  [
    'grep',
    {
      effects: 'reads',
      operands: 'pattern',
      flags: {
        '-O --open-files-in-pager': 'runs =value? : opens what it finds in a program',
        '--textconv': 'runs : runs the program set for converting files',
        '--ext-grep': 'runs : runs another grep',
        '-e': 'none =pattern',
        '-f': 'none =source',
        '-A -B -C -m --max-depth --max-count --threads': 'none =value',
        '--text': 'none',
      },
    },
  ],
  [
    'branch',
    {
      effects: 'git',
      idle: 'reads',
      instead: {
        '-d -D --delete -f --force -M -C': 'git deletes',
        '-a -r -l --all --remotes --list --show-current --contains --no-contains --merged --no-merged --points-at':
          'reads',
      },
      flags: {
        '--edit-description': 'runs : opens an editor',
        '-D': 'deletes : deletes branches that were not merged',
        '-u --set-upstream-to': 'git =value : changes what a branch follows',
        '--unset-upstream': 'git : changes what a branch follows',
        '--sort --format --contains --merged --no-merged --points-at': 'none =value',
        '-d -M -C -f --force --delete': 'none',
      },
    },
  ],
  [
    'remote',
    {
      effects: 'git network',
      bare: 'reads',
      instead: { '-v --verbose': 'reads' },
      subcommands: [
        ['show, get-url', 'reads network'],
        ['add, rename, set-url, set-head, set-branches, update, prune', 'git network'],
        ['remove, rm', 'git deletes'],
      ],
    },
  ],
  [
    'tag',
    {
      effects: 'git',
      idle: 'reads',
      instead: {
        '-d --delete': 'git deletes',
        '-l --list -n --contains --no-contains --points-at --merged --no-merged -v --verify':
          'reads',
      },
      flags: {
        ...editingFlags,
        '-d --delete -l --list': 'none',
        '-u --local-user --sort --format --contains --points-at': 'none =value',
        '-f --force': 'deletes : replaces a tag',
        '-s --sign': 'git : signs with a program',
        '-v --verify': 'runs : runs a program to check a signature',
        '-n': 'none',
      },
    },
  ],
  [
    'stash',
    {
      effects: 'git',
      subcommands: [
        ['list, show', show()],
        ['push, save, apply, branch, create, store, pop', 'git'],
        ['drop, clear', 'git deletes'],
      ],
    },
  ],
  [
    `reflog show, reflog list, reflog exists, notes list, notes show, worktree list,
    submodule status, submodule summary, sparse-checkout list, bundle verify,
    bundle list-heads, replay, commit-graph verify, multi-pack-index verify`,
    show(),
  ],
  ['reflog', { effects: 'reads', flags: showingFlags }],
  ['reflog expire, reflog delete, reflog drop, reflog write', 'git deletes'],
  ['ls-remote', { effects: 'reads network', flags: { ...remoteFlags, '--sort': 'none =value' } }],
  [
    'archive',
    {
      effects: 'reads',
      flags: {
        '-o --output': 'writes =out',
        '--remote': 'network =value : asks another machine',
        '--exec': 'runs =program : names a program to run at the other end',
        '--format --prefix --add-file --add-virtual-file': 'none =value',
      },
    },
  ],
  ['config get', readConfig],
  ['config list', { ...readConfig, effects: 'reads privilege' }],
  ['config', config],
];
