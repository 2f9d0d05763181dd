/** Programs that search and reshape text; several take small programs as arguments. */
import type { ProgramFamily } from '../program-spec.ts';

export const searchFamily: ProgramFamily = [
  [
    'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep',
    {
      effects: 'reads',
      operands: 'pattern',
      flags: {
        '-e --regexp': 'none =pattern',
        '-f --file': 'reads =source',
        '-A -B -C -m -d -D --context --after-context --before-context --max-count --color --colour --label --binary-files --directories --devices':
          'none =value',
        '--include --exclude --exclude-dir': 'none =pattern',
        '--exclude-from': 'reads =path',
      },
    },
  ],
  [
    'rg ripgrep',
    {
      effects: 'reads',
      operands: 'pattern',
      flags: {
        '-e --regexp': 'none =pattern',
        '-f --file': 'reads =source',
        '--pre': 'runs =program : runs a program for every file',
        '--hostname-bin': 'runs =program : runs a program',
        '-z --search-zip': 'runs : runs programs to unpack files',
        '--files --type-list': 'none =pattern?',
        '-g --glob --iglob -t --type -T --type-not --type-add --type-clear -A -B -C -m -M -j -d -E -r --replace --after-context --before-context --context --max-count --max-columns --max-depth --max-filesize --threads --encoding --sort --sortr --color --colors --context-separator --path-separator --engine --pre-glob --hyperlink-format --dfa-size-limit --regex-size-limit':
          'none =value',
        '--ignore-file': 'reads =path',
        '--debug --trace --stats --pretty': 'none',
      },
    },
  ],
  [
    'ag ack pt',
    {
      effects: 'reads',
      operands: 'pattern',
      strict: true,
      flags: {
        '--pager': 'runs =program : opens a program to show what it finds',
        '-A -B -C -m -G --ignore --depth --after --before --context --max-count --file-search-regex --ignore-dir --ignore-file --type':
          'none =value',
        '-i -l -L -n -v -w -r -R -s -c -Q -S -u -a -g -H -h -o --nocolor --color --nogroup --group --noheading --heading --count --hidden --literal --ignore-case --smart-case --files-with-matches --word-regexp --invert-match --column --numbers --nobreak --break --stats --vimgrep --ackmate --js --ts --py --python --ruby --java --html --css --json --cpp --cc --go --rust --perl --php --shell':
          'none',
      },
    },
  ],
  [
    'sed gsed',
    {
      effects: 'reads',
      reader: 'sed',
      strict: true,
      flags: {
        '-e --expression': 'none =pattern',
        '-f --file': 'unknown =source : takes the script from a file',
        '-i --in-place': 'writes =value? : changes the files themselves',
        '-I': 'writes =value? : changes the files themselves',
        '-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug --sandbox --follow-symlinks -b --binary -a':
          'none',
        '-l --line-length': 'none =value',
      },
    },
  ],
  [
    'awk gawk mawk nawk',
    {
      effects: 'reads',
      reader: 'awk',
      strict: true,
      flags: {
        '-F --field-separator -v --assign': 'none =value',
        '-e --source': 'none =pattern',
        '-f --file -E --exec': 'runs =source : takes the program from a file',
        '-i --include -l --load': 'runs =value : loads more code',
        '-o --pretty-print -p --profile -d --dump-variables': 'writes =out?',
        '-W': 'unknown =value',
        '-b -c -C -g -h -k -M -n -N -O -P -r -s -S -t -V --csv --posix --traditional --lint --re-interval --sandbox --characters-as-bytes':
          'none',
        '-D --debug': 'runs =value? : opens a debugger',
      },
    },
  ],
  [
    'jq gojq jaq',
    {
      effects: 'reads',
      operands: 'pattern',
      patternError: /\b(?:import|include|modulemeta)\b/,
      flags: {
        '-f --from-file': 'unknown =source : takes the expression from a file',
        '-L': 'reads =path',
        '-i --in-place': 'writes : changes the files themselves',
        '--arg --argjson': 'none =value2',
        '--slurpfile --rawfile': 'reads =path2',
        '--indent': 'none =value',
      },
    },
  ],
  [
    'yq tomlq xq',
    {
      effects: 'reads',
      operands: 'pattern',
      patternError: /\b(?:load\w*|eval|system|env|strenv|envsubst|import|include|filename)\b/,
      strict: true,
      flags: {
        '-i --inplace --in-place -I-': 'writes : changes the files themselves',
        '-o --output-format -p --input-format --indent -I --arg --xml-attribute-prefix':
          'none =value',
        '--from-file -f': 'unknown =source : takes the expression from a file',
        '-s --split-exp': 'writes =value : writes a file for each document',
        '-r -P -n -e -c -M -C -N -y -Y -j -S -0 --raw-output --unwrapScalar --prettyPrint --null-input --exit-status --colors --no-colors --no-doc --yaml-output --xml-output --toml-output --tojson':
          'none =value?',
        '--security-enable-system-operator': 'runs : lets an expression run programs',
      },
    },
  ],
  [
    'mlr xidel csvtool fx',
    { effects: 'runs reads', phrase: 'takes expressions that can run programs' },
  ],
  [
    'xmllint',
    {
      effects: 'reads',
      operands: 'reads',
      strict: true,
      flags: {
        '-o --output': 'writes =out',
        '--shell': 'runs : opens a shell of its own',
        '--noout --format --xpath --html --recover --nonet --c14n --pretty --quiet': 'none =value?',
        '--xpath --pretty --encode': 'none =pattern',
        '--schema --dtdvalid --relaxng': 'reads =path',
      },
    },
  ],
  [
    `csvcut csvgrep csvlook csvsort csvstat csvjoin csvstack csvformat csvjson in2csv jp jo htmlq
    pup`,
    { effects: 'reads', operands: 'loose', flags: { '-o --output -w': 'writes =out' } },
  ],
  ['gron', { effects: 'reads network', operands: 'loose' }],
];
