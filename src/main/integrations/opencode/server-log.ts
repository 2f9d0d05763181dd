/** The last lines that an OpenCode wrote: so many and so long, with no secret in them. */
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

  /** Never shown from now on, wherever it stands. */
  hide(...secrets: readonly string[]): void {
    this.#secrets.push(...secrets);
  }

  write(piece: string): void {
    const parts = `${this.#rest}${piece}`.split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, maxLineLength);
    for (const line of parts) this.#add(line);
  }

  /** A line of ours. */
  say(line: string): void {
    this.#add(`— ${line}`);
  }

  get lines(): readonly string[] {
    return this.#rest === '' ? this.#lines : [...this.#lines, this.#clean(this.#rest)];
  }

  #add(line: string): void {
    this.#lines.push(this.#clean(line));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  #clean(line: string): string {
    const short = line.slice(0, maxLineLength).replace(/\r$/, '');
    const safe = this.#secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), short);
    return visibleText(this.#redact(safe), { keepSpaces: true });
  }
}
