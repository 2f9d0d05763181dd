/**
 * The last lines of output of a process, limited in number and length, without secrets.
 */
import { visibleText } from '../../../shared/base/visible-text.ts';

const maxLines = 500;
const maxLineLength = 2_000;

export class ServerLog {
  readonly #redact: (text: string) => string;
  readonly #lines: string[] = [];
  readonly #secrets: string[] = [];
  #rest = '';

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Removes this secret from all lines. */
  hide(...secrets: readonly string[]): void {
    this.#secrets.push(...secrets);
  }

  write(piece: string): void {
    const parts = `${this.#rest}${piece}`.split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, maxLineLength);
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
    const short = line.slice(0, maxLineLength).replace(/\r$/, '');
    const safe = this.#secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), short);
    return visibleText(this.#redact(safe), { keepSpaces: true });
  }
}
