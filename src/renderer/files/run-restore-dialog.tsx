/** Which files a restore of a whole command would change, shown before it does it. */
import { useRef, useState } from 'react';
import type { RunRestoreView } from '../../shared/files/run-restore.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { Refused } from './restore-dialog.tsx';
import { actWord, runText } from './run-text.ts';
import { useReply } from './use-reply.ts';

interface RunRestoreDialogProps {
  readonly entry: string;
  onClose(): void;
}

const unreachable = { why: runText.noResponse, hint: runText.nothingChanged };

export function RunRestoreDialog({ entry, onClose }: RunRestoreDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  const [withLater, setWithLater] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<
    { readonly restored: string } | { readonly why: string; readonly hint: string } | null
  >(null);
  const view = useReply(entry, () => bridge.command('files:look-run', { entry }));
  const offer =
    result === null && view !== null && view !== 'failed' && view.kind === 'possible' ? view : null;

  const restore = async (seen: readonly string[]): Promise<void> => {
    setBusy(true);
    const command = { entry, seen: [...seen], withLater };
    const receipt = await bridge.command('files:restore-run', command).catch(() => null);
    setBusy(false);
    setResult(
      receipt?.kind === 'restored' ? { restored: receipt.words } : (receipt ?? unreachable),
    );
    closeButton.current?.focus();
  };
  const selected = offer
    ? offer.files.filter(({ isLater }) => withLater || !isLater).length + offer.more
    : 0;
  return (
    <Dialog title={runText.restoreTitle} focusFirst={closeButton} onClose={onClose}>
      <DialogBody>
        {result && 'why' in result && <Refused {...result} />}
        {result && 'restored' in result && (
          <p className="restored" role="status">
            <Icon name="check" /> <VisibleText text={result.restored} atMost={600} />{' '}
            {runText.isRecorded}
          </p>
        )}
        {result === null && (
          <Preview view={view} withLater={withLater} onWithLater={setWithLater} />
        )}
      </DialogBody>
      <DialogFoot>
        <button ref={closeButton} type="button" className="button" onClick={onClose}>
          {offer ? runText.cancel : runText.close}
        </button>
        {offer && (
          <button
            type="button"
            className="button primary-button"
            disabled={isBusy || selected === 0}
            onClick={() => void restore(offer.seen)}
          >
            {runText.restoreFiles(selected)}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

interface PreviewProps {
  readonly view: RunRestoreView | 'failed' | null;
  readonly withLater: boolean;
  onWithLater(value: boolean): void;
}

function Preview({ view, withLater, onWithLater }: PreviewProps) {
  if (view === null) return <p role="status">{runText.comparing}</p>;
  if (view === 'failed') return <Refused {...unreachable} />;
  if (view.kind === 'refused') return <Refused {...view} />;
  if (view.kind === 'as-before') return <p role="status">{runText.asBefore}</p>;
  const later = view.files.filter(({ isLater }) => isLater);
  return (
    <>
      <p role="status">{runText.keptFirst}</p>
      <ul className="run-files">
        {view.files.map(({ path, act, isLater }) => (
          <li key={path} data-later={isLater} data-left={isLater && !withLater}>
            <PathText path={path} />{' '}
            <span className="change-word">
              {isLater && !withLater ? runText.staysAsItIs : actWord[act]}
            </span>
          </li>
        ))}
      </ul>
      {view.more > 0 && <p className="page-note">{runText.notListed(view.more)}</p>}
      {view.unnamed > 0 && <p className="page-note">{runText.unnamed(view.unnamed)}</p>}
      {later.length > 0 && (
        <label className="run-later">
          <input
            type="checkbox"
            checked={withLater}
            onChange={(event) => onWithLater(event.currentTarget.checked)}
          />{' '}
          {runText.alsoLater(later.length)}
        </label>
      )}
    </>
  );
}
