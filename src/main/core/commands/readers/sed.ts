/** `sed`: scripts that can write files (`w`), run commands (`e`) and read others (`r`). */
import { readArguments } from '../arguments.ts';
import { givesPattern, noteFlags } from '../by-table.ts';
import type { Collector } from '../collector.ts';
import { compiledSpec } from '../program-spec.ts';
import type { Reader } from '../tools.ts';
import type { Word } from '../words.ts';
import { sedScript } from './sed-script.ts';

export const readSed: Reader = (words, { collector }, spec) => {
  const [program, ...given] = words;
  if (program === undefined) return;
  const table = compiledSpec(spec);
  const { arguments: read } = readArguments(given, {
    flags: table.flags,
    single: false,
    stopAtOperand: false,
  });
  collector.add('reads', program, 'sed goes through text');
  noteFlags(collector, table, 'sed', read, ['reads']);
  const inPlace = read.some(
    (item) => item.kind === 'flag' && ['-i', '--in-place', '-I'].includes(item.name),
  );
  let hasScript = false;
  for (const item of read) {
    if (item.kind !== 'flag' || !givesPattern(item)) continue;
    hasScript = true;
    if (item.value && item.rule?.kind === 'pattern') noteScript(item.value, collector);
  }
  for (const item of read) {
    if (item.kind !== 'operand') continue;
    if (item.mayBeFlag) {
      collector.add(
        'unknown',
        item.word,
        `${item.word.text.slice(0, 60)} may turn out to be an option`,
      );
    }
    if (!hasScript) noteScript(item.word, collector);
    else collector.place(item.word, inPlace ? 'write' : 'read');
    hasScript = true;
  }
};

function noteScript(word: Word, collector: Collector): void {
  const found = word.literal ? sedScript(word.text) : null;
  if (found === null) {
    collector.add('unknown', word, 'what the sed script does cannot be told');
    return;
  }
  if (found.runs) collector.add('runs-other-code', word, 'e in a sed script runs a command');
  for (const file of found.writes) {
    collector.add('writes', word, 'w in a sed script writes a file');
    collector.named(file, word, 'write');
  }
  for (const file of found.reads) collector.named(file, word, 'read');
}
