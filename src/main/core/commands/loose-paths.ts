/** Finds words that look like paths in arguments whose meaning is unknown. */
import type { PathAccess } from './command-class.ts';
import type { Collector } from './collector.ts';
import type { Word } from './words.ts';

const looksLikePath = /^(?:\/|~(?:$|[/\w])|\.\.?(?:$|\/)|[A-Za-z]:[/\\]|\\\\)|\/\.\.(?:\/|$)/;
const url = /^([a-z][a-z0-9+.-]+):\/\//i;

export const isAddress = ({ text }: Word): boolean => url.test(text);

export const isOfAnotherMachine = (word: Word): boolean =>
  isAddress(word) && !/^file:/i.test(word.text);

export function loosePlaces(word: Word, access: PathAccess, collector: Collector): void {
  if (word.stream) return;
  const text = word.literal ? word.text : word.prefix;
  for (const part of partsOf(text)) {
    if (looksLikePath.test(part)) {
      collector.named(part, word, access, { pattern: !word.literal, loose: true });
    }
  }
}

/**
 * `--file=/x`, `@/x`, `/from:/to` and `file:///x` all contain paths; `https://x/y` does not,
 * unless it leads up again: `aa://../x` is also a file name.
 */
function partsOf(text: string): readonly string[] {
  const scheme = url.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file') return [text.slice('file://'.length), text];
  if (scheme !== undefined) return [text];
  if (looksLikePath.test(text) && !/[:=@,]/.test(text)) return [text];
  if (/^[A-Za-z]:[/\\]/.test(text)) return [text];
  return text.split(/[=:@,]/);
}
