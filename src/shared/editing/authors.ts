/** Who wrote a piece of shared text, as it is stored with the text. */
import { isObject } from '../base/is-object.ts';
import type { Author } from './shared-text.ts';

export interface AgentAuthor {
  readonly agent: string;
  /** The ledger entry that records the consent. */
  readonly entryId: string;
  readonly at: number;
}

interface EditingTask {
  readonly sessionId: string;
  readonly agentId: string;
  readonly entryId: string;
}

/** The user's text has no name on it. */
export const userAuthor: Author = { key: 'user', by: null };
/** What a program outside wrote to the file. */
export const fileAuthor: Author = { key: 'file', by: null };

/** Undo is for each session: another session of the same agent is another author. */
export const undoKeyOf = ({ sessionId }: Pick<EditingTask, 'sessionId'>): string =>
  `session ${sessionId}`;

export function agentAuthor(task: EditingTask, at: number): Author {
  const { agentId: agent, entryId } = task;
  return { key: undoKeyOf(task), by: JSON.stringify({ agent, entryId, at }) };
}

/** Null for what another version or program wrote there. */
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
