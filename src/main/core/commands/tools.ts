/** The functions that the parsers of single programs get from the classifier. */
import type { Collector } from './collector.ts';
import type { ProgramSpec } from './program-spec.ts';
import type { Word } from './words.ts';

export interface Tools {
  readonly collector: Collector;
  readonly depth: number;
  /** Classifies a command that this one starts. */
  readonly run: (words: readonly Word[]) => void;
  /** Parses flags and operands by the table. `head` is the word of the program. */
  readonly byTable: (spec: ProgramSpec, head: Word, label: string, words: readonly Word[]) => void;
}

export type Reader = (words: readonly Word[], tools: Tools, spec: ProgramSpec) => void;
