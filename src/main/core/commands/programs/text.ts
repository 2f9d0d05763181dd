/** Programs that display text or state, and their options that do more. */
import type { ProgramFamily } from '../program-spec.ts';

export const textFamily: ProgramFamily = [
  [
    `cat tac rev nl fold fmt expand unexpand paste join comm od hexdump hd cksum sum md5sum sha1sum
    sha224sum sha256sum sha384sum sha512sum b2sum crc32 md5 shasum zcat bzcat xzcat lzcat
    gzcat base32 basenc tsort numfmt sha3sum`,
    { does: 'reads', operands: 'reads' },
  ],
  ['base64 zstdcat', { does: 'reads', operands: 'reads', flags: { '-o --output': 'writes =out' } }],
  [
    'head tail',
    {
      does: 'reads',
      operands: 'reads',
      flags: { '-n -c --lines --bytes -s --sleep-interval --pid': 'none =value' },
    },
  ],
  [
    'cut',
    {
      does: 'reads',
      operands: 'reads',
      flags: {
        '-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter': 'none =pattern',
      },
    },
  ],
  [
    'wc',
    {
      does: 'reads',
      operands: 'reads',
      flags: { '--files0-from': 'reads =path : reads the names of files from a file' },
    },
  ],
  [
    'column colrm col colcrt',
    {
      does: 'reads',
      operands: 'loose',
      flags: { '-s -t -o -N -c': 'none =pattern', '-t --table': 'none' },
    },
  ],
  ['pr', { does: 'reads', operands: 'reads' }],
  [
    'ptx',
    {
      does: 'reads',
      operands: 'in-out',
      flags: { '-G --traditional': 'writes : writes its second file' },
    },
  ],
  [
    'strings size nm readelf objdump addr2line c++filt',
    {
      does: 'reads',
      operands: 'loose',
      flags: {
        '--plugin': 'runs =program : loads code',
        '--dwarf-start --dwarf-depth': 'none =value',
      },
    },
  ],
  ['ldd', { does: 'runs reads', says: 'may run the program it looks at' }],
  [
    'objcopy strip ar ranlib ld as',
    { does: 'writes runs', says: 'makes or changes programs', operands: 'loose' },
  ],
  ['tr', { does: 'reads', operands: 'text' }],
  [
    `echo true false : seq yes sleep basename dirname expr factor nproc arch tty pwd whoami id
    groups logname w uptime hostid cal ncal usleep`,
    { does: 'reads', operands: 'text', says: 'only prints or waits' },
  ],
  ['figlet toilet banner lolcat fortune', { does: 'reads', operands: 'loose' }],
  [
    'date',
    {
      does: 'reads',
      // Any other operand is a time to set the clock to.
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
  ['who users', { does: 'reads', operands: 'loose' }],
  ['printenv', { does: 'reads', operands: 'text', says: 'shows the environment' }],
  [
    'uniq',
    {
      does: 'reads',
      operands: 'in-out',
      flags: { '-f -s -w --skip-fields --skip-chars --check-chars': 'none =value' },
    },
  ],
  [
    'sort',
    {
      does: 'reads',
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
      does: 'reads',
      operands: 'loose',
      flags: {
        '-o --output': 'writes =out',
        '-n --head-count -i --input-range': 'none =value',
        '--random-source': 'reads =path',
      },
    },
  ],
  ['tee sponge', { does: 'writes', says: 'writes what it reads to files', operands: 'writes' }],
  [
    'split',
    {
      does: 'writes',
      says: 'writes pieces of a file',
      operands: 'loose',
      flags: {
        '--filter': 'runs =code : runs a command for each piece',
        '-l -b -n -a -C --lines --bytes --number --suffix-length --additional-suffix':
          'none =value',
      },
    },
  ],
  ['csplit', { does: 'writes', says: 'writes pieces of a file', operands: 'loose' }],
  [
    'iconv',
    {
      does: 'reads',
      operands: 'reads',
      flags: { '-o --output': 'writes =out', '-f -t --from-code --to-code': 'none =value' },
    },
  ],
  [
    'dos2unix unix2dos mac2unix unix2mac',
    { does: 'writes', operands: 'writes', instead: { '-i --info': 'reads' } },
  ],
  [
    'xxd',
    {
      does: 'reads',
      operands: 'in-out',
      style: 'single',
      flags: { '-r -revert -p -ps -b -bits': 'none', '-s -l -c -g -o -n -R': 'none =value' },
    },
  ],
  ['uuencode uudecode', { does: 'writes', operands: 'loose' }],
  ['cmp', { does: 'reads', operands: 'reads' }],
  [
    'diff diff3 sdiff colordiff difft',
    {
      does: 'reads',
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
      does: 'writes',
      says: 'changes the files a patch names',
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
      does: 'reads',
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
      does: 'reads',
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
      does: 'reads',
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
      does: 'reads',
      operands: 'reads',
      flags: { '-o --output -p': 'writes =out', '--format-multi': 'writes =value' },
    },
  ],
  ['look', { does: 'reads', operands: 'pattern' }],
  [
    'bat batcat',
    {
      does: 'runs reads',
      says: 'may open a pager that can run programs',
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
  ['which whereis type whatis apropos', { does: 'reads', operands: 'loose' }],
  [
    'locate plocate mlocate',
    { does: 'reads privilege', says: 'knows the names of all files of the machine' },
  ],
  [
    'less more most pg zless zmore bzless xzless man info pinfo lv',
    { does: 'runs', says: 'opens a pager that can run programs', operands: 'reads' },
  ],
  [
    'hash',
    {
      does: 'reads',
      operands: 'text',
      flags: { '-p': 'runs =path : makes a name mean another program' },
    },
  ],
  ['tldr', { does: 'reads network', operands: 'text' }],
  [
    'cloc',
    {
      does: 'reads',
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
  ['xsv sloccount', { does: 'writes', operands: 'loose' }],
  ['pcregrep pcre2grep wdiff icdiff qsv cheat', { does: 'runs reads', says: 'can start programs' }],
];
