/** Settings that are written one a line. */
import type { Settings } from '../../shared/app/settings.ts';

/** Empty lines do not count. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** "python: pyright-langserver --stdio" for each. */
export const serverLines = (servers: Settings['languageServers']): readonly string[] =>
  Object.entries(servers).map(([language, argv]) => `${language}: ${argv.map(quoted).join(' ')}`);

/** What is no such line is sent on as it is, and main says what it has to be. */
export const serversIn = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    linesIn(text).map((line) => {
      const colon = line.indexOf(':');
      const language = colon === -1 ? line : line.slice(0, colon).trim();
      return [language, colon === -1 ? [] : wordsIn(line.slice(colon + 1))];
    }),
  );

/** In quotes where a space would part it. */
const quoted = (word: string): string =>
  /[\s"]/.test(word) ? `"${word.replaceAll(/["\\]/g, '\\$&')}"` : word;

/** Split at spaces; a word in double quotes may hold some. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, inQuotes, plain]) =>
    inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll(/\\(.)/g, '$1'),
  );
