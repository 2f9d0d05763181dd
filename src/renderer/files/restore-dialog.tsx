/** What a restore would do, shown before it does it. */
import { useRef, useState } from 'react';
import type { RestoreView } from '../../shared/files/file-history.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { DiffView } from './diff-view.tsx';
import { filesText, nameOf, restoreWords } from './files-text.ts';
import { useReply } from './use-reply.ts';

interface RestoreDialogProps {
  readonly entry: string;
  readonly path: string;
  onClose(): void;
}

interface Refusal {
  readonly why: string;
  readonly hint: string;
}

const unreachable: Refusal = {
  why: filesText.noResponse,
  hint: filesText.nothingChangedHint,
};

export function RestoreDialog({ entry, path, onClose }: RestoreDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const view = useReply(`${entry} ${path}`, () => bridge.command('files:look', { entry, path }));

  const restore = async (seen: string | null): Promise<void> => {
    setBusy(true);
    const receipt = await bridge.command('files:restore', { entry, path, seen }).catch(() => null);
    setBusy(false);
    if (receipt?.kind === 'restored') setRestored(receipt.words);
    else setRefusal(receipt ?? unreachable);
    closeButton.current?.focus();
  };
  const isOver = refusal !== null || restored !== null;
  const offer =
    !isOver && view !== null && view !== 'failed' && view.kind === 'possible' ? view : null;
  return (
    <Dialog
      title={filesText.restoreFileTitle(nameOf(path))}
      focusFirst={closeButton}
      onClose={onClose}
    >
      <p>
        <PathText path={path} />
      </p>
      <DialogBody>
        {refusal && <Refused {...refusal} />}
        {restored !== null && <Restored words={restored} />}
        {!isOver && <Look view={view} name={nameOf(path)} />}
      </DialogBody>
      <DialogFoot>
        <button ref={closeButton} type="button" className="button" onClick={onClose}>
          {offer ? filesText.cancel : filesText.close}
        </button>
        {offer && (
          <button
            type="button"
            className="button primary-button"
            disabled={isBusy}
            onClick={() => void restore(offer.seen)}
          >
            {restoreWords[offer.act].button}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

interface LookProps {
  readonly view: RestoreView | 'failed' | null;
  readonly name: string;
}

function Look({ view, name }: LookProps) {
  if (view === null) return <p role="status">{filesText.comparingRestore}</p>;
  if (view === 'failed') return <Refused {...unreachable} />;
  switch (view.kind) {
    case 'as-before':
      return <p role="status">{filesText.nothingToRestore}</p>;
    case 'refused':
      return (
        <>
          <Refused {...view} />
          {view.since !== null && (
            <>
              <h3>{filesText.changedSinceThisStep}</h3>
              <DiffView diff={view.since} name={filesText.diffSinceStep(name)} />
            </>
          )}
        </>
      );
    case 'possible':
      return (
        <>
          <p role="status">{restoreWords[view.act].says}</p>
          <DiffView diff={view.diff} name={filesText.diffOfRestore(name)} />
        </>
      );
  }
}

/** Shown in the dialog itself, because it covers the window's messages. */
function Restored({ words }: { readonly words: string }) {
  return (
    <p className="restored" role="status">
      <Icon name="check" /> <VisibleText text={words} atMost={4_400} />{' '}
      {filesText.restoreIsRecorded}
    </p>
  );
}

export function Refused({ why, hint }: Refusal) {
  return (
    <p className="refusal" role="alert">
      <b>{why}</b> {hint}
    </p>
  );
}
