/** What was deleted and can come back: what, when, by whom. */
import { useRef, useState } from 'react';
import type { TrashItem } from '../../shared/files/file-history.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { pastTime } from '../text/times.ts';
import { nameOf } from './file-words.ts';
import { Refused } from './restore-dialog.tsx';
import { useReply } from './use-reply.ts';

interface Said {
  readonly why: string;
  readonly hint: string;
}

export function TrashDialog({ onClose }: { onClose(): void }) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const [round, setRound] = useState(0);
  const [refusal, setRefusal] = useState<Said | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const items = useReply(`${round}`, () => bridge.command('trash:list'));

  const restore = async (trashId: string): Promise<void> => {
    const receipt = await bridge.command('trash:restore', { trashId }).catch(() => null);
    const isBack = receipt?.kind === 'restored';
    setDone(isBack ? receipt.words : null);
    setRefusal(isBack ? null : (receipt ?? unreachable));
    setRound(round + 1);
    closeButton.current?.focus();
  };
  return (
    <Dialog title="Deleted files" focusFirst={closeButton} onClose={onClose}>
      <p className="dialog-note" role="status">
        {done ?? 'Files that agents deleted through Gatehouse, or that a restore removed.'}
      </p>
      {refusal && <Refused {...refusal} />}
      <DialogBody>
        {items === 'failed' && <Refused {...unreachable} />}
        {items !== null && items !== 'failed' && (
          <Items items={items} onRestore={(trashId) => void restore(trashId)} />
        )}
      </DialogBody>
      <DialogFoot>
        <button ref={closeButton} type="button" className="button" onClick={onClose}>
          Close
        </button>
      </DialogFoot>
    </Dialog>
  );
}

const unreachable: Said = {
  why: 'The trash could not be loaded.',
  hint: 'Nothing was changed. Try again in a few seconds.',
};

interface ItemsProps {
  readonly items: readonly TrashItem[];
  onRestore(trashId: string): void;
}

function Items({ items, onRestore }: ItemsProps) {
  const now = useNow(false);
  if (items.length === 0) return <p>The trash is empty.</p>;
  return (
    <ul className="trash-items" aria-label="Deleted files">
      {items.map(({ trashId, path, isFolder, deletedAt, by }) => (
        <li key={trashId}>
          <div>
            <p>
              <PathText path={path} /> {isFolder && <span className="change-word">folder</span>}
            </p>
            <p className="page-note">
              <time dateTime={deletedAt}>{pastTime(Date.parse(deletedAt), now)}</time> by{' '}
              <VisibleText text={by} atMost={80} />
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={`Restore ${nameOf(path)}`}
            onClick={() => onRestore(trashId)}
          >
            Restore
          </button>
        </li>
      ))}
    </ul>
  );
}
