/** Programs that display text or state, and their options that do more. */
import type { ProgramFamily } from '../program-spec.ts';

export const textFamily: ProgramFamily = [
  [
    `cat tac rev nl fold fmt expand unexpand paste join comm od hexdump hd cksum sum md5sum sha1sum
    sha224sum sha256sum sha384sum sha512sum b2sum crc32 md5 shasum zcat bzcat xzcat lzcat
    gzcat base32 basenc tsort numfmt sha3sum`,
    { effects: 'reads', operands: 'reads' },
  ],
  [
    'base64 zstdcat',
    { effects: 'reads', operands: 'reads', flags: { '-o --output': 'writes =out' } },
  ],
  [
    'head tail',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '-n -c --lines --bytes -s --sleep-interval --pid': 'none =value' },
    },
  ],
  [
    'cut',
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter': 'none =pattern',
      },
    },
  ],
  [
    'wc',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '--files0-from': 'reads =path : reads the names of files from a file' },
    },
  ],
  [
    'column colrm col colcrt',
    {
      effects: 'reads',
      operands: 'loose',
      flags: { '-s -t -o -N -c': 'none =pattern', '-t --table': 'none' },
    },
  ],
  ['pr', { effects: 'reads', operands: 'reads' }],
  [
    'ptx',
    {
      effects: 'reads',
      operands: 'in-out',
      flags: { '-G --traditional': 'writes : writes its second file' },
    },
  ],
  [
    'strings size nm readelf objdump addr2line c++filt',
    {
      effects: 'reads',
      operands: 'loose',
      flags: {
        '--plugin': 'runs =program : loads code',
        '--dwarf-start --dwarf-depth': 'none =value',
      },
    },
  ],
  ['ldd', { effects: 'runs reads', phrase: 'may run the program it looks at' }],
  [
    'objcopy strip ar ranlib ld as',
    { effects: 'writes runs', phrase: 'makes or changes programs', operands: 'loose' },
  ],
  ['tr', { effects: 'reads', operands: 'text' }],
  [
    `echo true false : seq yes sleep basename dirname expr factor nproc arch tty pwd whoami id
    groups logname w uptime hostid cal ncal usleep`,
    { effects: 'reads', operands: 'text', phrase: 'only prints or waits' },
  ],
  ['figlet toilet banner lolcat fortune', { effects: 'reads', operands: 'loose' }],
  [
    'date',
    {
      effects: 'reads',
      // Any other operand is a time to which the clock is set.
      operands: 'pattern',
      patternError: /^(?!\+)/,
      flags: {
        '-s --set': 'privilege =value : sets the clock',
        '-f --file': 'reads =path',
        '-r --reference': 'reads =path',
        '-d --date': 'none =value',
      },
    },
  ],
  ['who users', { effects: 'reads', operands: 'loose' }],
  ['printenv', { effects: 'reads', operands: 'text', phrase: 'shows the environment' }],
  [
    'uniq',
    {
      effects: 'reads',
      operands: 'in-out',
      flags: { '-f -s -w --skip-fields --skip-chars --check-chars': 'none =value' },
    },
  ],
  [
    'sort',
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-o --output': 'writes =out : writes the result to a file',
        '--compress-program': 'runs =program : runs a program to compress with',
        '-T --temporary-directory': 'writes =out',
        '--files0-from': 'reads =path : reads the names of files from a file',
        '-k --key -t --field-separator -S --buffer-size --batch-size --parallel --sort':
          'none =pattern',
        '--random-source': 'reads =path',
      },
    },
  ],
  [
    'shuf',
    {
      effects: 'reads',
      operands: 'loose',
      flags: {
        '-o --output': 'writes =out',
        '-n --head-count -i --input-range': 'none =value',
        '--random-source': 'reads =path',
      },
    },
  ],
  [
    'tee sponge',
    { effects: 'writes', phrase: 'writes what it reads to files', operands: 'writes' },
  ],
  [
    'split',
    {
      effects: 'writes',
      phrase: 'writes pieces of a file',
      operands: 'loose',
      flags: {
        '--filter': 'runs =code : runs a command for each piece',
        '-l -b -n -a -C --lines --bytes --number --suffix-length --additional-suffix':
          'none =value',
      },
    },
  ],
  ['csplit', { effects: 'writes', phrase: 'writes pieces of a file', operands: 'loose' }],
  [
    'iconv',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '-o --output': 'writes =out', '-f -t --from-code --to-code': 'none =value' },
    },
  ],
  [
    'dos2unix unix2dos mac2unix unix2mac',
    { effects: 'writes', operands: 'writes', instead: { '-i --info': 'reads' } },
  ],
  [
    'xxd',
    {
      effects: 'reads',
      operands: 'in-out',
      style: 'single',
      flags: { '-r -revert -p -ps -b -bits': 'none', '-s -l -c -g -o -n -R': 'none =value' },
    },
  ],
  ['uuencode uudecode', { effects: 'writes', operands: 'loose' }],
  ['cmp', { effects: 'reads', operands: 'reads' }],
  [
    'diff diff3 sdiff colordiff difft',
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-o --output': 'writes =out : writes a file, or lets an editor in',
        '-l --paginate': 'runs : runs a program to cut the output into pages',
        '--diff-program': 'runs =program : runs another program',
        '-U -C --unified --context -I --label -x --exclude -W --color --width': 'none =value',
        '-X --exclude-from': 'reads =path',
        '--from-file --to-file': 'reads =path',
      },
    },
  ],
  [
    'patch',
    {
      effects: 'writes',
      phrase: 'changes the files a patch names',
      operands: 'loose',
      flags: {
        '-i --input': 'reads =path',
        '-o --output -r --reject-file': 'writes =out',
        '-d --directory': 'none =dir',
        '-e --ed': 'runs : gives a script to ed',
        '-g --get': 'runs =value : fetches files by a program',
        '-p --strip -F -Y -B -z': 'none =value',
      },
    },
  ],
  [
    'tree',
    {
      effects: 'reads',
      operands: 'reads',
      separateValues: true,
      flags: {
        '-o': 'writes =out',
        '-L -P -I -H -T --filelimit --charset --sort --timefmt': 'none =pattern',
        '--fromfile': 'reads',
        '-R': 'writes : writes files in every folder with -H',
      },
    },
  ],
  [
    `ls dir vdir eza exa lsd stat du df realpath readlink namei pathchk lsattr getfacl getfattr
    getcap findmnt mountpoint tokei`,
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-I --ignore --hide --format --time-style --sort --color --block-size -c --printf --exclude --max-depth -d --threshold -t --type -x --output --time':
          'none =pattern?',
        '--files0-from --exclude-from -X': 'reads =path',
      },
    },
  ],
  [
    'file',
    {
      effects: 'reads',
      operands: 'reads',
      flags: {
        '-C --compile': 'writes : writes a compiled file',
        '-m --magic-file -f --files-from': 'reads =path',
        '-e --exclude -F --separator -P --parameter': 'none =value',
        '-z --uncompress -Z': 'runs : runs programs to unpack files',
      },
    },
  ],
  [
    'scc mdls',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '-o --output -p': 'writes =out', '--format-multi': 'writes =value' },
    },
  ],
  ['look', { effects: 'reads', operands: 'pattern' }],
  [
    'bat batcat',
    {
      effects: 'runs reads',
      phrase: 'may open a pager that can run programs',
      operands: 'reads',
      instead: { '--paging=never -P -pp': 'reads' },
      flags: {
        '--pager': 'runs =program : opens a pager',
        '-P': 'none',
        '--paging --style --theme -l --language -r --line-range -H --highlight-line --map-syntax --tabs --wrap --color --terminal-width':
          'none =value',
        cache: 'writes',
      },
    },
  ],
  ['which whereis type whatis apropos', { effects: 'reads', operands: 'loose' }],
  [
    'locate plocate mlocate',
    { effects: 'reads privilege', phrase: 'knows the names of all files of the machine' },
  ],
  [
    'less more most pg zless zmore bzless xzless man info pinfo lv',
    { effects: 'runs', phrase: 'opens a pager that can run programs', operands: 'reads' },
  ],
  [
    'hash',
    {
      effects: 'reads',
      operands: 'text',
      flags: { '-p': 'runs =path : makes a name mean another program' },
    },
  ],
  ['tldr', { effects: 'reads network', operands: 'text' }],
  [
    'cloc',
    {
      effects: 'reads',
      operands: 'reads',
      strict: true,
      flags: {
        '--extract-with': 'runs =program : runs a program to unpack files',
        '--out --report-file --sql --ignored --counted --found --categorized': 'writes =out',
        '--exclude-dir --include-lang --exclude-lang --include-ext --exclude-ext --match-f --not-match-f --match-d --not-match-d':
          'none =value',
        '--by-file --by-percent --json --csv --md --xml --yaml --quiet --hide-rate --vcs --git --skip-uniqueness':
          'none =value?',
      },
    },
  ],
  ['xsv sloccount', { effects: 'writes', operands: 'loose' }],
  [
    'pcregrep pcre2grep wdiff icdiff qsv cheat',
    { effects: 'runs reads', phrase: 'can start programs' },
  ],
];
