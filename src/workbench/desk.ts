/** The bench with its open documents and what each session has in front. */
import type { Bench } from './bench.ts';
import type { Documents } from './buffers/documents.ts';
import type { Layout } from './buffers/layout.ts';

export interface Desk extends Bench {
  readonly documents: Documents;
  readonly layout: Layout;
}
