/**
 * Parses git's config format exactly as git does, so that no setting is missed. It is a port of
 * the parser in git's config.c and fails closed: text that git would reject, or that contains
 * bytes at which git would cut it off (NUL), is not a config. Includes are treated as ordinary
 * settings and not followed.
 */

export interface GitSetting {
  /** As git prints it: section and name in lower case, subsection unchanged. */
  readonly key: string;
  readonly section: string;
  /** Null if there is none. */
  readonly subsection: string | null;
  readonly name: string;
  /** Null for a name without `=`, which means true. */
  readonly value: string | null;
}

export const maxConfigBytes = 256 * 1024;

class Syntax extends Error {}

/** Null if git would not accept it either. */
export function parseGitConfig(bytes: Uint8Array): readonly GitSetting[] | null {
  if (bytes.length > maxConfigBytes || bytes.includes(0)) return null;
  // One character per byte: only ASCII is significant to git.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  try {
    return new ConfigTextReader(text).settings();
  } catch (error) {
    if (error instanceof Syntax) return null;
    throw error;
  }
}

interface ConfigSection {
  readonly section: string;
  readonly subsection: string | null;
}

const isSpace = (char: string): boolean => /^[ \t\r\n]$/.test(char);
const isKeyChar = (char: string): boolean => /^[A-Za-z0-9-]$/.test(char);
const escapes: Readonly<Record<string, string>> = {
  t: '\t',
  b: '\b',
  n: '\n',
  '\\': '\\',
  '"': '"',
};

class ConfigTextReader {
  readonly #text: string;
  #at = 0;
  #isOver = false;

  constructor(text: string) {
    this.#text = text;
  }

  settings(): readonly GitSetting[] {
    const found: GitSetting[] = [];
    let section: ConfigSection | null = null;
    let isComment = false;
    for (;;) {
      const char = this.#next();
      if (char === '\n') {
        if (this.#isOver) return found;
        isComment = false;
      } else if (isComment || isSpace(char)) {
        continue;
      } else if (char === '#' || char === ';') {
        isComment = true;
      } else if (char === '[') {
        section = this.#section();
      } else {
        // A name before any section belongs to none, and is nothing that git writes.
        if (section === null || !/^[A-Za-z]$/.test(char)) throw new Syntax();
        found.push(this.#setting(char, section));
      }
    }
  }

  /** The end of the file ends a line, as in git. */
  #next(): string {
    const char = this.#text[this.#at];
    if (char === undefined) {
      this.#isOver = true;
      return '\n';
    }
    this.#at += 1;
    if (char === '\r' && this.#text[this.#at] === '\n') {
      this.#at += 1;
      return '\n';
    }
    return char;
  }

  #section(): ConfigSection {
    let name = '';
    for (;;) {
      const char = this.#next();
      if (this.#isOver) throw new Syntax();
      if (char === ']') return sectionOf(name);
      if (isSpace(char)) return { section: name.toLowerCase(), subsection: this.#quoted(char) };
      if (!isKeyChar(char) && char !== '.') throw new Syntax();
      name += char;
    }
  }

  #quoted(first: string): string {
    let char = first;
    do {
      if (char === '\n') throw new Syntax();
      char = this.#next();
    } while (isSpace(char));
    if (char !== '"') throw new Syntax();
    let name = '';
    for (;;) {
      char = this.#next();
      if (char === '"') break;
      if (char === '\\') char = this.#next();
      if (char === '\n') throw new Syntax();
      name += char;
    }
    if (this.#next() !== ']') throw new Syntax();
    return utf8(name);
  }

  #setting(first: string, { section, subsection }: ConfigSection): GitSetting {
    let name = first;
    let char = this.#next();
    for (; !this.#isOver && isKeyChar(char); char = this.#next()) name += char;
    while (char === ' ' || char === '\t') char = this.#next();
    if (char !== '\n' && char !== '=') throw new Syntax();
    const value = char === '\n' ? null : utf8(this.#value());
    name = name.toLowerCase();
    const key = [section, ...(subsection === null ? [] : [subsection]), name].join('.');
    return { key, section, subsection, name, value };
  }

  #value(): string {
    let [value, spaces] = ['', ''];
    let [isQuoted, isComment] = [false, false];
    for (;;) {
      const char = this.#next();
      if (char === '\n') {
        if (isQuoted) throw new Syntax();
        return value;
      }
      if (isComment) continue;
      if (isSpace(char) && !isQuoted) {
        if (value !== '') spaces += char;
        continue;
      }
      if (!isQuoted && (char === ';' || char === '#')) {
        isComment = true;
        continue;
      }
      value += spaces;
      spaces = '';
      if (char === '"') isQuoted = !isQuoted;
      else if (char !== '\\') value += char;
      else value += this.#escaped();
    }
  }

  #escaped(): string {
    const char = this.#next();
    // A backslash at the end of a line continues it.
    if (char === '\n') return '';
    const meant = escapes[char];
    if (meant === undefined) throw new Syntax();
    return meant;
  }
}

/** `[a.b]` is an old form of `[a "b"]`, in lower case. */
function sectionOf(name: string): ConfigSection {
  if (name === '') throw new Syntax();
  const lower = name.toLowerCase();
  const dot = lower.indexOf('.');
  return dot < 0
    ? { section: lower, subsection: null }
    : { section: lower.slice(0, dot), subsection: lower.slice(dot + 1) };
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
