/**
 * Checks arguments against the schema of a contributed tool. Pages and plugins write these schemas,
 * and compiling or using one may take forever, so it happens in a thread with a deadline. A schema
 * that missed the deadline once is not tried again.
 */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ParsedArgs } from '../../../shared/actions/actions.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { BoundedThread, threadScript } from '../../platform/threads/bounded-thread.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import type { SchemaTask } from './schema-worker.ts';

type CheckedSchema = SchemaTask['schema'];
type Check = (args: unknown) => Promise<string | Refused | null>;

const deadlineMs = 1_000;
const maxSlow = 1_000;
const slow = new Set<string>();

/** One thread for the whole process; it ends when there is nothing to check. */
const thread = new BoundedThread({
  script: threadScript(import.meta.url, 'schema-worker'),
  name: 'tool-schemas',
  deadlineMs,
  heapMb: 128,
});

export function checkWith(schema: CheckedSchema): Check {
  let id: string | null = null;
  return async (args) => {
    id ??= sha256(JSON.stringify(schema));
    if (slow.has(id)) return tooSlow;
    const answer = await thread.run({ id, schema, args } satisfies SchemaTask);
    if (answer.kind === 'answer') return answer.value as string | null;
    if (answer.kind === 'failed')
      return refused('tool-unusable', `Its input schema cannot be used: ${answer.why}.`);
    if (slow.size >= maxSlow) slow.clear();
    slow.add(id);
    return tooSlow;
  };
}

const tooSlow = refused(
  'tool-unusable',
  `Checking the arguments against its input schema took longer than ${deadlineMs} ms.`,
);

/** The schema is only used once the caller is known to have a session. */
export const parseObject = (args: unknown): ParsedArgs | Refused =>
  isObject(args) ? { args } : refused('invalid-arguments', 'arguments: must be an object.');
