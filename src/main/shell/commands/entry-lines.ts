/** Reads the fields of an entry's lines, without trusting their format. */
import { actionInfo, isAction, sentenceOf } from '../../../shared/actions/actions.ts';
import { AuditLine } from '../../../shared/ledger/entry.ts';

/** A line that was tampered with may be anything; unreadable lines are left out. */
export function readableLine(line: string): readonly AuditLine[] {
  try {
    return [AuditLine.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

/** The sentence of the ask, made again from the arguments on record. */
export function sentenceIn(lines: readonly AuditLine[]): string | null {
  const intent = lines.find(({ phase }) => phase === 'intent');
  if (!intent || !isAction(intent.action)) return null;
  const args = actionInfo(intent.action).args.safeParse(intent.args);
  return args.success ? sentenceOf(intent.action, args.data) : null;
}
