/** Shows a diff per file, a button that applies exactly these, and the result in the same place. */
import { useRef, useState, type ReactNode } from 'react';
import type { ChangePreview, ChangeReceipt, SeenFile } from '../../shared/integrations/clients.ts';
import { Refused } from '../files/restore-dialog.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { clientsText } from './clients-text.ts';
import { FileDiffs } from './file-diffs.tsx';

interface PreviewDialogProps {
  readonly title: string;
  readonly subtitle: string;
  readonly icon: ReactNode;
  readonly verb: string;
  readonly home: string;
  readonly preview: ChangePreview | 'failed' | null;
  /** Beside the buttons. */
  readonly promise?: string;
  /** The choices above the diff. */
  readonly children?: ReactNode;
  act(seen: readonly SeenFile[]): Promise<ChangeReceipt>;
  /** Look at the files again. */
  onAgain(): void;
  onClose(): void;
}

const unreachable: ChangeReceipt = {
  kind: 'refused',
  why: clientsText.noResponse,
  hint: clientsText.nothingChangedHint,
};

export function PreviewDialog(props: PreviewDialogProps) {
  const { title, subtitle, icon, verb, preview, promise, children, act, onAgain, onClose } = props;
  const closeButton = useRef<HTMLButtonElement>(null);
  const [receipt, setReceipt] = useState<ChangeReceipt | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offer =
    receipt === null && preview !== null && preview !== 'failed' && preview.kind === 'possible'
      ? preview
      : null;
  const run = async (seen: readonly SeenFile[]): Promise<void> => {
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
    <Dialog {...{ title, icon, subtitle, onClose }} focusFirst={closeButton}>
      <DialogBody>
        {receipt === null ? (
          <div className="client-dialog">
            {children}
            <Preview preview={preview} home={props.home} />
          </div>
        ) : (
          <Became receipt={receipt} />
        )}
      </DialogBody>
      <DialogFoot>
        {offer && promise !== undefined && <Promised words={promise} />}
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
            onClick={() => void run(offer.files.map(({ file, seen }) => ({ file, seen })))}
          >
            {verb}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Promised({ words }: { readonly words: string }) {
  return (
    <p className="dialog-promise">
      <Icon name="undo" /> {words}
    </p>
  );
}

function Preview({ preview, home }: Pick<PreviewDialogProps, 'preview' | 'home'>) {
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
          <FileDiffs files={preview.files} home={home} />
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
