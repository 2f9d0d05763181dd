/** Shows a diff, a button that applies exactly it, and the result in the same place. */
import { useRef, useState, type ReactNode } from 'react';
import type { ChangePreview, ChangeReceipt } from '../../shared/integrations/clients.ts';
import { DiffView } from '../files/diff-view.tsx';
import { Refused } from '../files/restore-dialog.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { fill } from '../ui/fill.ts';
import { clientsText } from './clients-text.ts';

interface PreviewDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly preview: ChangePreview | 'failed' | null;
  /** The choices above the diff. */
  readonly children?: ReactNode;
  act(seen: string | null): Promise<ChangeReceipt>;
  /** Look at the file again. */
  onAgain(): void;
  onClose(): void;
}

const unreachable: ChangeReceipt = {
  kind: 'refused',
  why: clientsText.noResponse,
  hint: clientsText.nothingChangedHint,
};

export function PreviewDialog(props: PreviewDialogProps) {
  const { title, verb, preview, children, act, onAgain, onClose } = props;
  const closeButton = useRef<HTMLButtonElement>(null);
  const [receipt, setReceipt] = useState<ChangeReceipt | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offer =
    receipt === null && preview !== null && preview !== 'failed' && preview.kind === 'possible'
      ? preview
      : null;
  const run = async (seen: string | null): Promise<void> => {
    setBusy(true);
    const became = await act(seen).catch(() => unreachable);
    setBusy(false);
    setReceipt(became);
    closeButton.current?.focus();
  };
  const again = (): void => {
    setReceipt(null);
    onAgain();
  };
  return (
    <Dialog title={title} focusFirst={closeButton} onClose={onClose}>
      <DialogBody>
        {receipt === null ? (
          <div className="client-dialog">
            {children}
            <Preview preview={preview} />
          </div>
        ) : (
          <Became receipt={receipt} />
        )}
      </DialogBody>
      <DialogFoot>
        <button ref={closeButton} type="button" className="button" onClick={onClose}>
          {offer ? clientsText.cancel : clientsText.close}
        </button>
        {receipt?.kind === 'refused' && (
          <button type="button" className="button" onClick={again}>
            {clientsText.checkAgain}
          </button>
        )}
        {offer && (
          <button
            type="button"
            className="button primary-button"
            disabled={isBusy}
            onClick={() => void run(offer.seen)}
          >
            {verb}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Preview({ preview }: Pick<PreviewDialogProps, 'preview'>) {
  if (preview === null) return <p role="status">{clientsText.readingTheFile}</p>;
  if (preview === 'failed')
    return <Refused why={clientsText.noResponse} hint={clientsText.tryAgain} />;
  switch (preview.kind) {
    case 'refused':
      return <Refused {...preview} />;
    case 'nothing-to-do':
      return <p role="status">{preview.words}</p>;
    case 'possible':
      return (
        <>
          <p role="status">
            {fill(preview.target === null ? clientsText.changesTo : clientsText.changesToLink, {
              file: <PathText path={preview.file} />,
              target: <PathText path={preview.target ?? ''} />,
            })}
          </p>
          <DiffView diff={preview.diff} name={preview.file} />
          {preview.notes.length > 0 && (
            <ul className="client-notes">
              {preview.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </>
      );
  }
}

function Became({ receipt }: { readonly receipt: ChangeReceipt }) {
  if (receipt.kind === 'refused') return <Refused {...receipt} />;
  return (
    <p className="restored" role="status">
      <Icon name="check" /> <VisibleText text={receipt.words} atMost={4_400} />{' '}
      {clientsText.changeIsRecorded}
    </p>
  );
}
