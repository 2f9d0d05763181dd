/** Programs that find, make, move, change and delete files. */
import type { ProgramFamily } from '../program-spec.ts';

export const filesFamily: ProgramFamily = [
  ['find bfs gfind', { effects: 'reads', reader: 'find' }],
  [
    'fd fdfind',
    {
      effects: 'reads',
      operands: 'pattern',
      flags: {
        '-x --exec': 'runs =program : runs a program for what it finds',
        '-X --exec-batch': 'runs =program : runs a program for what it finds',
        '-l --list-details': 'runs : runs ls',
        '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -j --threads -c --color --max-results --path-separator --format --batch-size':
          'none =value',
        '-C --base-directory': 'none =dir',
        '--search-path': 'reads =path',
        '--ignore-file': 'reads =path',
      },
    },
  ],
  [
    'cp gcp',
    {
      effects: 'writes',
      phrase: 'copies files, over others of the name',
      operands: 'copy',
      flags: {
        '-t --target-directory': 'writes =out',
        '-S --suffix': 'none =value',
        '--backup --reflink --sparse --preserve --no-preserve --context': 'none =value?',
      },
    },
  ],
  [
    'mv gmv rename prename mmv',
    {
      effects: 'writes deletes',
      phrase: 'moves files, over others of the name',
      operands: 'copy',
      flags: {
        '-t --target-directory': 'writes =out',
        '-S --suffix': 'none =value',
        '--backup': 'none =value?',
        '-e': 'runs =code : renames by a program text',
      },
    },
  ],
  [
    'ln link',
    {
      effects: 'writes',
      phrase: 'makes links',
      operands: 'copy',
      flags: { '-t --target-directory': 'writes =out', '-S --suffix': 'none =value' },
    },
  ],
  [
    'install ginstall',
    {
      effects: 'writes',
      operands: 'copy',
      flags: {
        '-s --strip': 'runs : runs a program on the file',
        '--strip-program': 'runs =program : runs a program on the file',
        '-t --target-directory': 'writes =out',
        '-m --mode -o --owner -g --group -S --suffix': 'none =value',
        '-d --directory': 'none',
      },
    },
  ],
  [
    'rm rmdir unlink shred srm trash trash-put rimraf del-cli wipe',
    {
      effects: 'deletes',
      phrase: 'deletes files',
      operands: 'deletes',
      flags: { '-n --iterations -s --size': 'none =value' },
    },
  ],
  [
    'truncate fallocate',
    {
      effects: 'writes deletes',
      phrase: 'cuts or fills files',
      operands: 'writes',
      flags: {
        '-s --size -o --offset -l --length': 'none =value',
        '-r --reference': 'reads =path',
      },
    },
  ],
  [
    'touch mkdir mkfifo mktemp tempfile',
    {
      effects: 'writes',
      phrase: 'makes files or folders',
      operands: 'writes',
      flags: {
        '-m --mode -d --date -t --suffix': 'none =pattern',
        '-r --reference': 'reads =path',
        '-p --tmpdir --parents': 'none',
      },
    },
  ],
  ['mknod losetup', { effects: 'privilege writes' }],
  [
    'chmod chgrp',
    {
      effects: 'writes',
      phrase: 'changes who may use files',
      operands: 'loose',
      flags: { '--reference': 'reads =path' },
    },
  ],
  [
    'chown setfacl chattr setfattr chflags xattr icacls attrib',
    { effects: 'writes privilege', phrase: 'changes who may use files', operands: 'loose' },
  ],
  ['setcap', { effects: 'privilege', phrase: 'gives a program more rights' }],
  ['dd dcfldd', { effects: 'reads', reader: 'dd' }],
  ['sync', { effects: 'reads', operands: 'reads' }],
  [
    'ncdu dust duf gdu dua broot ranger nnn mc lf vifm yazi',
    {
      effects: 'runs deletes',
      phrase: 'opens a program from which files can be deleted and programs started',
    },
  ],
  ['dircolors', { effects: 'reads', operands: 'reads' }],
  ['fdupes rdfind jdupes zipnote', { effects: 'writes deletes', operands: 'loose' }],
  [
    'tar gtar bsdtar',
    {
      effects: 'reads',
      reader: 'tar',
      strict: true,
      flags: {
        '-c -x -t -r -u -A -d --create --extract --get --list --append --update --catenate --concatenate --diff --compare --delete':
          'none',
        '-f --file': 'none =value',
        '-C --directory --cd': 'none =dir : works in another folder',
        '--checkpoint-action': 'runs =code : runs a command while it works',
        '--to-command': 'runs =code : gives every file to a command',
        '-I --use-compress-program': 'runs =program : runs a program to compress with',
        '-F --info-script --new-volume-script': 'runs =program : runs a script',
        '--rsh-command --rmt-command': 'runs =program : runs a program',
        '--remove-files': 'deletes : deletes what it packed',
        '-P --absolute-names': 'writes : writes wherever the archive says',
        '-T --files-from': 'unknown =path : reads names, and options, from a file',
        '-X --exclude-from': 'reads =path',
        '-V -b -L -N -K -g -H --exclude --transform --xform --strip-components --owner --group --mtime --mode --format --checkpoint --label --newer --one-top-level --suffix --sort --wildcards-match --occurrence --level --blocking-factor':
          'none =value',
        '--listed-incremental --index-file --volno-file': 'writes =out',
        '-z -j -J -v -p -k -h -l -m -n -o -O -S -s -U -w -W -a -B -i -M -R -G -Z --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --lzip --lz4 --verbose --keep-old-files --overwrite --dereference --totals --no-same-owner --same-owner --no-same-permissions --preserve-permissions --same-permissions --to-stdout --wildcards --no-wildcards --auto-compress --numeric-owner --exclude-vcs --exclude-vcs-ignores --one-file-system --ignore-failed-read --no-recursion --anchored --no-anchored --recursion --null --verify --sparse --touch --skip-old-files --unlink-first --acls --xattrs --selinux --utc --full-time --show-transformed-names --block-number --posix --exclude-caches --ignore-case --no-ignore-case --multi-volume --incremental --interactive':
          'none',
      },
    },
  ],
  [
    'zip',
    {
      effects: 'writes',
      phrase: 'writes an archive',
      operands: 'loose',
      flags: {
        '-T --test': 'runs : runs a program to test the archive',
        '-TT --unzip-command': 'runs =program : runs a program to test the archive',
        '-m --move': 'deletes : deletes what it packed',
        '-d --delete': 'deletes : deletes from the archive',
        '-b --temp-path -O --output-file --out': 'writes =out',
        '-@': 'reads',
        '-P --password -x -i --exclude --include -s -n -t -tt': 'none =value',
      },
    },
  ],
  [
    'unzip',
    {
      effects: 'writes',
      phrase: 'unpacks files',
      operands: 'loose',
      instead: { '-l -t -Z -v -p -z --list': 'reads' },
      flags: { '-d': 'writes =out', '-x -P': 'none =value', '-l -t -Z -v -p -z': 'none' },
    },
  ],
  ['zipinfo lsar', { effects: 'reads', operands: 'reads' }],
  [
    `gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lzip lzop pigz compress uncompress
    brotli`,
    {
      effects: 'writes deletes',
      phrase: 'replaces files by packed or unpacked ones',
      operands: 'writes',
      instead: { '-c --stdout --to-stdout -l --list -t --test -lv': 'reads' },
      flags: {
        '-S --suffix -T --threads -p --processes -b -M': 'none =value',
        '-o --output': 'writes =out',
        '--files --files0 --patch-from -D --dict': 'reads =path',
        '--rm -U --delete': 'deletes : deletes what it packed',
        '-c -l -t': 'none',
      },
    },
  ],
  [
    // Unlike the programs above, these do not just list and test with -l and -t: some pack.
    'lz4 unlz4 pbzip2 pixz',
    {
      effects: 'writes deletes',
      phrase: 'replaces files by packed or unpacked ones',
      operands: 'writes',
      instead: { '--stdout --list --test': 'reads' },
      flags: { '--rm': 'deletes : deletes what it packed', '-o': 'writes =out' },
    },
  ],
  [
    '7z 7za 7zr 7zz',
    {
      effects: 'writes',
      operands: 'loose',
      subcommands: [
        ['l, t, h, i, b', { effects: 'reads', operands: 'reads' }],
        [
          'a, u, x, e, rn',
          {
            effects: 'writes',
            operands: 'loose',
            flags: { '-sdel': 'deletes : deletes what it packed' },
          },
        ],
        ['d', { effects: 'deletes', operands: 'loose' }],
      ],
    },
  ],
  [
    'rar unrar arj lha cabextract unar cpio pax dpkg-deb rpm2cpio ditto',
    { effects: 'writes runs', phrase: 'packs or unpacks files', operands: 'loose' },
  ],
  ['zstdgrep zdiff zcmp bzdiff bzcmp xzdiff xzcmp', { effects: 'reads', operands: 'loose' }],
  [
    'mksquashfs unsquashfs genisoimage mkisofs xorriso',
    {
      effects: 'writes',
      operands: 'loose',
      flags: { '-pf -p -action-file': 'runs : may run programs' },
    },
  ],
  [
    'rsync',
    {
      effects: 'writes network',
      phrase: 'copies files, here or to other machines',
      operands: 'loose',
      flags: {
        '-e --rsh': 'runs =program : runs a program to connect with',
        '--rsync-path': 'runs =program : names a program to run at the other end',
        '--delete --delete-before --delete-after --delete-during --delete-delay --delete-excluded --del --remove-source-files --delete-missing-args':
          'deletes : deletes what is not in the source, or the source',
        '--daemon --config --dparam -M --remote-option': 'runs =value?',
        '--log-file --write-batch --only-write-batch --partial-dir --temp-dir -T --backup-dir':
          'writes =out',
        '--files-from --exclude-from --include-from --password-file --read-batch --filter':
          'reads =path',
        '--exclude --include -f --bwlimit --port --timeout --chmod --chown --max-size --min-size --info --compress-level --out-format':
          'none =value',
        '--early-input': 'reads =path',
      },
    },
  ],
  [
    'rclone borg restic duplicity rdiff-backup unison',
    {
      effects: 'writes network deletes runs',
      phrase: 'copies files to other places and may delete there',
    },
  ],
];
