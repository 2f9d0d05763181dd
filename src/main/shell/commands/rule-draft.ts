/** Drafts a rule from a ledger entry: the same agent, action and folder. */
import path from 'node:path';
import { AuditLine } from '../../../shared/ledger/entry.ts';
import {
  isAction,
  pathsIn,
  type ActionName,
  type ValidArgs,
} from '../../../shared/actions/actions.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { DraftReceipt } from '../../../shared/ipc/main-window.ts';
import { isAnswer } from '../../../shared/asks/no-answer.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { shellText } from '../shell-text.ts';

const refused = (why: string): DraftReceipt => ({ kind: 'refused', why });

export async function draftFromEntry(
  entry: string,
  index: Pick<AuditReader, 'entry'>,
): Promise<DraftReceipt> {
  const found = await index.entry(entry);
  if (!isAnswer(found) || !found.entry) return refused(shellText.entryNotLoaded);
  const { action, actor } = found.entry;
  if (!isAction(action)) return refused(shellText.ruleNeedsBuiltInAction);
  const client = ClientId.safeParse(actor);
  const draft = {
    effect: 'deny',
    client: client.success ? client.data : null,
    actions: [action],
    within: folderOf(action, argsOf(found.lines)),
    seconds: null,
    fromEntry: entry,
  } as const;
  const note = shellText.ruleForEveryAgent;
  return { kind: 'drafted', draft: draft, note: client.success ? null : note };
}

function folderOf(action: ActionName, args: ValidArgs): string | null {
  const [first] = pathsIn(action, args);
  if (!first || !path.isAbsolute(first.path)) return null;
  return first.use === 'list' ? first.path : path.dirname(first.path);
}

/** A line that was tampered with may be anything. */
function argsOf([line]: readonly string[]): ValidArgs {
  try {
    const { args } = AuditLine.parse(JSON.parse(line ?? ''));
    return typeof args === 'object' && args !== null ? (args as ValidArgs) : {};
  } catch {
    return {};
  }
}
