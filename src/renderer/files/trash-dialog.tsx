/** What was deleted and can come back: what, when, by whom. */
import { useRef, useState } from 'react';
import type { TrashItem } from '../../shared/files/file-history.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { fill } from '../ui/fill.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { pastTime } from '../text/times.ts';
import { filesText, nameOf } from './files-text.ts';
import { Refused } from './restore-dialog.tsx';
import { useReply } from './use-reply.ts';

interface RefusalText {
  readonly why: string;
  readonly hint: string;
}

export function TrashDialog({ onClose }: { onClose(): void }) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const [round, setRound] = useState(0);
  const [refusal, setRefusal] = useState<RefusalText | null>(null);
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
    <Dialog title={filesText.deletedFiles} focusFirst={closeButton} onClose={onClose}>
      <p className="dialog-note" role="status">
        {done ?? filesText.trashExplanation}
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
          {filesText.close}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

const unreachable: RefusalText = {
  why: filesText.trashFailed,
  hint: filesText.nothingChangedWaitHint,
};

interface ItemsProps {
  readonly items: readonly TrashItem[];
  onRestore(trashId: string): void;
}

function Items({ items, onRestore }: ItemsProps) {
  const now = useNow(false);
  if (items.length === 0) return <p>{filesText.trashIsEmpty}</p>;
  return (
    <ul className="trash-items" aria-label={filesText.deletedFiles}>
      {items.map(({ trashId, path, isFolder, deletedAt, by }) => (
        <li key={trashId}>
          <div>
            <p>
              <PathText path={path} />{' '}
              {isFolder && <span className="change-word">{filesText.folder}</span>}
            </p>
            <p className="page-note">
              {fill(filesText.deletedBy, {
                time: <time dateTime={deletedAt}>{pastTime(Date.parse(deletedAt), now)}</time>,
                name: <VisibleText text={by} atMost={80} />,
              })}
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={filesText.restoreLabel(nameOf(path))}
            onClick={() => onRestore(trashId)}
          >
            {filesText.restoreButton}
          </button>
        </li>
      ))}
    </ul>
  );
}
