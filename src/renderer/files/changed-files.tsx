/** Every file a step changed, with its diff and the way back. */
import { useRef, useState } from 'react';
import type { FileChange } from '../../shared/files/file-change.ts';
import { bridge } from '../app/bridge.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { DiffView } from './diff-view.tsx';
import { changeWord, filesText, kindOfChange, nameOf } from './files-text.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { useReply } from './use-reply.ts';
import { fill } from '../ui/fill.ts';

/** So many diffs are there at once; the others open by a click. */
const openAtOnce = 3;

interface ChangedFilesProps {
  readonly entry: string;
  readonly changes: readonly FileChange[];
}

export function ChangedFiles({ entry, changes }: ChangedFilesProps) {
  if (changes.length === 0) return null;
  return (
    <section className="changed-files" aria-label={filesText.changedFiles}>
      <ul>
        {changes.map((change, index) => (
          <li key={change.path}>
            <ChangedFile entry={entry} change={change} isOpenAtOnce={index < openAtOnce} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChangedFileProps {
  readonly entry: string;
  readonly change: FileChange;
  readonly isOpenAtOnce: boolean;
}

function ChangedFile({ entry, change, isOpenAtOnce }: ChangedFileProps) {
  const { path } = change;
  const [isOpen, setOpen] = useState(isOpenAtOnce);
  const [isRestoring, setRestoring] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setRestoring(false);
    button.current?.focus();
  };
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <PathText path={path} />{' '}
        <span className="change-word">{changeWord[kindOfChange(change)]}</span>
      </summary>
      {isOpen && (
        <>
          <StepDiff entry={entry} path={path} />
          <button ref={button} type="button" className="button" onClick={() => setRestoring(true)}>
            <span>
              {fill(filesText.restoreFileButton, {
                name: <VisibleText text={nameOf(path)} atMost={60} />,
              })}
            </span>
          </button>
        </>
      )}
      {isRestoring && <RestoreDialog entry={entry} path={path} onClose={close} />}
    </details>
  );
}

export function StepDiff({ entry, path }: { readonly entry: string; readonly path: string }) {
  const reply = useReply(`${entry} ${path}`, () => bridge.command('files:diff', { entry, path }));
  if (reply === null) return <p className="page-note">{filesText.comparing}</p>;
  if (reply === 'failed') return <p className="page-note">{filesText.diffFailed}</p>;
  return <DiffView diff={reply.diff} name={nameOf(path)} />;
}
