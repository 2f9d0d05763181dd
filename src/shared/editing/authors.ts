/** Who wrote a piece of shared text, as it is stored with the text. */
import { isObject } from '../base/is-object.ts';
import type { Author } from './shared-text.ts';

export interface AgentAuthor {
  readonly agent: string;
  /** The ledger entry that records the approval. */
  readonly entryId: string;
  readonly at: number;
}

interface EditingTask {
  readonly sessionId: string;
  readonly agentId: string;
  readonly entryId: string;
}

/** The user's text has no author. */
export const userAuthor: Author = { key: 'user', by: null };
/** Text that another program wrote to the file. */
export const fileAuthor: Author = { key: 'file', by: null };

/** Undo works per session: another session of the same agent is another author. */
export const undoKeyOf = ({ sessionId }: Pick<EditingTask, 'sessionId'>): string =>
  `session ${sessionId}`;

export function agentAuthor(task: EditingTask, at: number): Author {
  const { agentId: agent, entryId } = task;
  return { key: undoKeyOf(task), by: JSON.stringify({ agent, entryId, at }) };
}

/** Null for an author that another version or program wrote. */
export function agentIn(by: string): AgentAuthor | null {
  try {
    const value: unknown = JSON.parse(by);
    if (!isObject(value)) return null;
    const { agent, entryId, at } = value;
    if (typeof agent !== 'string' || typeof entryId !== 'string') return null;
    return typeof at === 'number' ? { agent, entryId, at } : null;
  } catch {
    return null;
  }
}
