/** `tar`: its operation is one letter among the flags, with or without a dash. */
import { readArguments, type Argument } from '../arguments.ts';
import { noteFlags } from '../by-table.ts';
import type { Collector } from '../collector.ts';
import { compiledSpec, type CompiledSpec } from '../program-spec.ts';
import type { Reader } from '../tools.ts';
import { restOfWord, type Word } from '../words.ts';

const modes: Readonly<Record<string, 'create' | 'change' | 'extract' | 'list' | 'drop'>> = {
  '-c': 'create',
  '--create': 'create',
  '-r': 'change',
  '--append': 'change',
  '-u': 'change',
  '--update': 'change',
  '-A': 'change',
  '--catenate': 'change',
  '--concatenate': 'change',
  '-x': 'extract',
  '--extract': 'extract',
  '--get': 'extract',
  '-t': 'list',
  '--list': 'list',
  '-d': 'list',
  '--diff': 'list',
  '--compare': 'list',
  '--delete': 'drop',
};

export const readTar: Reader = (words, { collector }, spec) => {
  const [program, ...given] = words;
  if (program === undefined) return;
  const table = compiledSpec(spec);
  const how = { flags: table.flags, single: false, stopAtOperand: false };
  const read = readArguments(withDash(given, table), how).arguments;
  const mode = read
    .map((item) => (item.kind === 'flag' ? modes[item.name] : undefined))
    .find(Boolean);
  noteMode(mode, read, program, collector);
  noteFlags(
    collector,
    table,
    'tar',
    read,
    mode === 'list' || mode === undefined ? ['reads'] : ['writes'],
  );
  for (const item of read) {
    if (item.kind !== 'operand') continue;
    if (item.mayBeFlag) {
      collector.add(
        'unknown',
        item.word,
        `${item.word.text.slice(0, 60)} may turn out to be an option`,
      );
    }
    if (mode !== 'list' && mode !== 'extract') collector.place(item.word, 'read');
  }
};

function noteMode(
  mode: (typeof modes)[string] | undefined,
  read: readonly Argument[],
  program: Word,
  collector: Collector,
): void {
  const archive = read.find((item) => item.kind === 'flag' && ['-f', '--file'].includes(item.name));
  const file = archive?.kind === 'flag' ? archive.value : null;
  if (file && /^[^/]*:/.test(file.text)) {
    collector.add('runs-other-code', file, 'an archive on another machine is fetched by a program');
    collector.add('network', file, 'the archive is on another machine');
  } else if (file) collector.place(file, mode === 'list' || mode === 'extract' ? 'read' : 'write');
  if (mode === undefined) collector.add('unknown', program, 'what tar is to do is not said');
  else if (mode === 'list') collector.add('reads', program, 'tar lists an archive');
  else if (mode === 'extract') {
    collector.add('writes', program, 'tar unpacks files');
    collector.named('.', program, 'write', { pattern: true });
  } else collector.add('writes', program, 'tar writes an archive');
  if (mode === 'drop') collector.add('deletes', program, 'tar deletes from an archive');
}

/** `tar xzf a.tgz`: letters first, then their values in order. */
function withDash(given: readonly Word[], table: CompiledSpec): readonly Word[] {
  const [letters, ...rest] = given;
  if (letters === undefined || !letters.literal || !/^[A-Za-z]+$/.test(letters.text)) return given;
  const made: Word[] = [];
  let taken = 0;
  for (const [at, letter] of letters.text.split('').entries()) {
    const word = { ...restOfWord(letters, at), text: `-${letter}`, prefix: `-${letter}` };
    made.push(word);
    const value = table.flags.get(word.text)?.value === 'required' ? rest[taken] : undefined;
    if (value === undefined) continue;
    made.push(value);
    taken += 1;
  }
  return [...made, ...rest.slice(taken)];
}
