/** One question before something that cannot be taken back. The safe answer has the focus. */
import { useRef, type ReactNode } from 'react';
import { Dialog, DialogFoot } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the buttons do, as verbs: never Yes and No. */
  readonly verb: string;
  readonly keep: string;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, verb, keep, onConfirm, onClose } = props;
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} size="small" focusFirst={safe} onClose={onClose}>
      <div className="dialog-words">{children}</div>
      <DialogFoot>
        <button ref={safe} type="button" className="button" onClick={onClose}>
          {keep}
        </button>
        <button
          type="button"
          className="button danger-button"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {verb}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
