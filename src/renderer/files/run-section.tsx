/** What a sandboxed command left behind: how many files, what was held back, and the way back. */
import { useRef, useState } from 'react';
import type { HeldBackFile, NotCovered, RunRecord } from '../../shared/sandbox/run-record.ts';
import { bridge } from '../app/bridge.ts';
import { clockTime } from '../text/times.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { coverWords, filesWords, runText } from './run-text.ts';
import { RunRestoreDialog } from './run-restore-dialog.tsx';

interface RunSectionProps {
  readonly entry: string;
  readonly run: RunRecord;
  /** When the command began. */
  readonly at: number;
}

export function RunSection({ entry, run, at }: RunSectionProps) {
  const { files, folders, not_covered: notCovered, held_back: heldBack } = run;
  const isChanged = files.created + files.changed + files.deleted > 0;
  const canRestore = isChanged && folders.some(({ before }) => before !== null);
  return (
    <section className="run-section" aria-label={runText.filesOfThisCommand}>
      <p>
        <b>{filesWords(files)}</b>
      </p>
      <CoverNotes notCovered={notCovered} />
      {run.unsearched && <p className="page-note">{runText.unsearched}</p>}
      {heldBack.length > 0 && (
        <ul className="held-back-list">
          {heldBack.map((file) => (
            <li key={file.trash_id}>
              <HeldBackLine file={file} />
            </li>
          ))}
        </ul>
      )}
      {run.held_back_more > 0 && (
        <p className="page-note">{runText.moreInTrash(run.held_back_more)}</p>
      )}
      {canRestore && <RestoreRun entry={entry} at={at} />}
    </section>
  );
}

function CoverNotes({ notCovered }: { readonly notCovered: readonly NotCovered[] }) {
  return notCovered.map((item) => (
    <p key={item.why} className="page-note">
      <VisibleText text={coverWords(item)} atMost={600} />
    </p>
  ));
}

function HeldBackLine({ file }: { readonly file: HeldBackFile }) {
  const [isAsking, setAsking] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const putBack = async (): Promise<void> => {
    const command = { trashId: file.trash_id };
    const receipt = await bridge.command('trash:restore', command).catch(() => null);
    if (receipt?.kind === 'restored') setWords(runText.itIsBack);
    else setWords(receipt ? `${receipt.why} ${receipt.hint}` : runText.noResponse);
  };
  return (
    <>
      <Icon name="trash" />
      <span>
        {runText.movedToTrash} <PathText path={file.path} />{' '}
        <span className="change-word">{file.effect}</span>
      </span>
      {words === null ? (
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {runText.putBack}
        </button>
      ) : (
        <span role="status">
          <VisibleText text={words} atMost={600} />
        </span>
      )}
      {isAsking && (
        <ConfirmDialog
          title={runText.putBackTitle}
          verb={runText.putItBack}
          keep={runText.leaveInTrash}
          onConfirm={() => void putBack()}
          onClose={() => setAsking(false)}
        >
          <p>
            <PathText path={file.path} />
          </p>
          <p>{file.effect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RestoreRun({ entry, at }: { readonly entry: string; readonly at: number }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="undo" /> {runText.restoreFolder(clockTime(at))}
      </button>
      {isOpen && <RunRestoreDialog entry={entry} onClose={close} />}
    </>
  );
}
