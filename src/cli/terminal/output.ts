/**
 * The only place where the CLI writes output. Names of files, clients and servers are untrusted:
 * they must not move the cursor, change the title, write to the clipboard or reverse a line.
 */
import { textParts } from '../../shared/base/visible-text.ts';

/** Allows exactly the colour codes of paint.ts, and only if painting is on. */
const escape = '\u001B';
const ownColours = new RegExp(String.raw`(${escape}\[(?:1|2|22|31|32|33|39)m)`);

/**
 * Keeps line breaks and tabs; shows other control, bidi and invisible characters as code points.
 */
export function safeText(text: string, isPainted: boolean): string {
  const pieces = isPainted ? text.split(ownColours) : [text];
  return pieces
    .map((piece) => (ownColours.test(piece) && isPainted ? piece : shown(piece)))
    .join('');
}

const shown = (text: string): string =>
  textParts(text, { keepLines: true })
    .map((part) => (part.kind === 'hidden' ? `⟨${part.text}⟩` : part.text))
    .join('');

/** Equivalent JSON with escapes for characters that could control a terminal. */
export const safeJson = (data: unknown): string =>
  textParts(JSON.stringify(data) ?? 'null')
    .map((part) => (part.kind === 'hidden' ? escaped(part.text) : part.text))
    .join('');

/** `U+202E` as a JSON escape; a surrogate pair beyond the BMP. */
function escaped(name: string): string {
  const character = String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

let isPainted = false;

/** Set once at startup. */
export const allowColours = (allowed: boolean): void => {
  isPainted = allowed;
};

export const print = (text: string): void =>
  void process.stdout.write(`${safeText(text, isPainted)}\n`);

export const printJson = (data: unknown): void => void process.stdout.write(`${safeJson(data)}\n`);

export const printError = (text: string): void =>
  void process.stderr.write(`${safeText(text, false)}\n`);
