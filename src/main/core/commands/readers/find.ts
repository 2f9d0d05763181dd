/** `find`: paths first, then an expression in which some words run commands or delete files. */
import type { Collector } from '../collector.ts';
import type { Reader, Tools } from '../tools.ts';
import { laterWord, type Word } from '../words.ts';

const alone = new Set(
  `-print -print0 -ls -prune -quit -not -a -and -o -or -depth -d -mount -xdev -daystart -follow
  -noleaf -empty -executable -readable -writable -nouser -nogroup -true -false -warn -nowarn
  -ignore_readdir_race -noignore_readdir_race -H -L -P ! ( ) ,`.split(/\s+/),
);
const withValue = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size
  -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -perm -user -group -uid -gid
  -links -inum -samefile -maxdepth -mindepth -fstype -lname -ilname -used -printf -context
  -newermt -newerat -newerct -newermm -D -flags`.split(/\s+/),
);
const readsFile = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);
const writesFile = new Set(['-fprint', '-fprint0', '-fls', '-fprintf']);
const starts = new Set(['-exec', '-execdir', '-ok', '-okdir']);

export const readFind: Reader = (words, tools) => {
  const { collector } = tools;
  const [program, ...given] = words;
  collector.add('reads', program ?? null, 'find looks through folders');
  let at = 0;
  let named = false;
  for (let word = given[at]; word !== undefined; word = given[at]) {
    if (!isExpression(word)) {
      collector.place(word, 'read');
      named = true;
      at += 1;
    } else if (starts.has(word.text)) at += readStarted(given.slice(at), tools);
    else at += readTest(word, given[at + 1], collector);
  }
  if (!named && given.length > 0) collector.named('.', program ?? null, 'read');
};

const isExpression = (word: Word): boolean => /^[-!(),]/.test(word.prefix) || word.text === '\\(';

/** How many words the test or action takes. */
function readTest(word: Word, next: Word | undefined, collector: Collector): number {
  const name = word.text;
  if (name === '-delete') {
    collector.add('deletes', word, '-delete deletes what it finds');
    return 1;
  }
  if (writesFile.has(name)) {
    collector.add('writes', word, `${name} writes a file`);
    if (next) collector.place(next, 'write');
    return name === '-fprintf' ? 3 : 2;
  }
  if (name === '-files0-from') {
    collector.add('unknown', word, '-files0-from reads where to look from a file');
    if (next) collector.place(next, 'read');
    return 2;
  }
  if (withValue.has(name) || /^-newer[aBcmt]{2}$/.test(name)) {
    if (next && readsFile.has(name)) collector.place(next, 'read');
    return 2;
  }
  if (!alone.has(name) && !/^-O[0-3]$/.test(name)) {
    collector.add('unknown', word, `${name.slice(0, 60)} of find is not known`);
  }
  return 1;
}

/** `-exec COMMAND {} ;` */
function readStarted(words: readonly Word[], { collector, run }: Tools): number {
  const [flag] = words;
  if (flag === undefined) return 1;
  const end = words.findIndex((word, index) => index > 0 && isEnd(word, words[index - 1]));
  const inner = words.slice(1, end < 0 ? undefined : end);
  collector.add('runs-other-code', flag, `${flag.text} runs another program for what it finds`);
  run(inner.map((word) => (word.text === '{}' ? { ...laterWord('{}'), index: word.index } : word)));
  return end < 0 ? words.length : end + 1;
}

const isEnd = (word: Word, before: Word | undefined): boolean =>
  word.text === ';' || word.text === '\\;' || (word.text === '+' && before?.text === '{}');
