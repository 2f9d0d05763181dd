/**
 * The last lines of output of a process, limited in number and length, without secrets.
 */
import { visibleText } from '../../../shared/base/visible-text.ts';

const maxLines = 500;
const maxLineLength = 2_000;
const longestSecret = 64_000;
const maxSecrets = 1_000;

export class ServerLog {
  readonly #redact: (text: string) => string;
  readonly #lines: string[] = [];
  /** The longest first: another one may be a part of it. */
  #secrets: readonly string[] = [];
  #rest = '';

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Removes this secret from all lines. */
  hide(...secrets: readonly string[]): void {
    this.#secrets = [...new Set([...secrets, ...this.#secrets])]
      .slice(0, maxSecrets)
      .toSorted((one, other) => other.length - one.length);
  }

  write(piece: string): void {
    const parts = `${this.#rest}${piece}`.split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, maxLineLength + longestSecret);
    for (const line of parts) this.#add(line);
  }

  /** Adds a line of our own. */
  say(line: string): void {
    this.#add(`— ${line}`);
  }

  get lines(): readonly string[] {
    return this.#rest === '' ? this.#lines : [...this.#lines, this.clean(this.#rest)];
  }

  #add(line: string): void {
    this.#lines.push(this.clean(line));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** For text of the process that is shown elsewhere, too. */
  clean(line: string): string {
    // Before it is cut: half a secret would not be found.
    const safe = this.#secrets.reduce(
      (text, secret) => text.replaceAll(secret, '[secret]'),
      line.slice(0, maxLineLength + longestSecret),
    );
    const short = this.#redact(safe).slice(0, maxLineLength).replace(/\r$/, '');
    return visibleText(short, { keepSpaces: true });
  }
}
