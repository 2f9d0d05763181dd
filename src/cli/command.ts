/** What a command is to the one that runs it. */
import type { ParseArgsConfig } from 'node:util';
import { Problem } from './problem.ts';
import type { Paint } from './terminal/paint.ts';

export interface Answer {
  readonly data: unknown;
  /** For a person; it ends without a newline. */
  readonly text: string;
  /** The question was answered, and the answer is no. */
  readonly no?: boolean;
}

export interface Asked {
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly json: boolean;
  readonly paint: Paint;
  /** Columns of the terminal; 0 when there is none. */
  readonly width: number;
  /** For what goes on: one line at once, JSON or words as asked. */
  emit(answer: Answer): void;
}

export interface Command {
  readonly summary: string;
  readonly help: string;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** Null when everything has been said already. */
  run(asked: Asked): Promise<Answer | null>;
}

export function expectNone(words: readonly string[]): void {
  if (words.length > 0) throw new Problem('usage', `Too many words: ${words.join(' ')}`);
}

export function oneWord(words: readonly string[], what: string): string {
  const [word, ...more] = words;
  if (!word || more.length > 0) throw new Problem('usage', `Give one ${what}.`);
  return word;
}

export const textOption = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
