/** What would be lost is looked up first; where anything would be, there is no button to do it. */
import { useEffect, useRef, useState } from 'react';
import type { RemovalView, WorkspaceView } from '../../shared/integrations/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { deleteWorkspace } from './workspace-acts.ts';
import { workspacesText } from './workspaces-text.ts';

interface DeleteDialogProps {
  readonly workspace: WorkspaceView;
  onClose(): void;
}

export function DeleteDialog({ workspace, onClose }: DeleteDialogProps) {
  const { path, name } = workspace;
  const safe = useRef<HTMLButtonElement>(null);
  const [keepBranch, setKeepBranch] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const look = useLook(path, keepBranch);
  const remove = async (seen: string): Promise<void> => {
    const why = await deleteWorkspace({ path, keepBranch, seen });
    if (why === null) onClose();
    else setError(why);
  };
  return (
    <Dialog
      title={workspacesText.deleteTitle(name)}
      size="small"
      focusFirst={safe}
      onClose={onClose}
    >
      <div className="dialog-words">
        <label className="workspace-keep">
          <input
            type="checkbox"
            checked={keepBranch}
            onChange={(event) => setKeepBranch(event.target.checked)}
          />
          {workspacesText.keepTheBranch}
        </label>
        <p role="status">{error ?? wordsOf(look)}</p>
      </div>
      <DialogFoot>
        <button ref={safe} type="button" className="button" onClick={onClose}>
          {workspacesText.cancel}
        </button>
        <button
          type="button"
          className="button danger-button"
          disabled={look?.kind !== 'possible' || error !== null}
          onClick={() => look?.kind === 'possible' && void remove(look.seen)}
        >
          {workspacesText.deleteWorkspace}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function wordsOf(look: RemovalView | null): string {
  if (look === null) return workspacesText.checkingContents;
  return look.kind === 'possible' ? look.sentence : workspacesText.cannotDelete(look.why);
}

function useLook(path: string, keepBranch: boolean): RemovalView | null {
  const [look, setLook] = useState<RemovalView | null>(null);
  useEffect(() => {
    let isWanted = true;
    setLook(null);
    const failed = {
      kind: 'refused',
      why: workspacesText.notResponding,
      hint: '',
    } as const;
    void bridge
      .command('workspaces:look', { path, keepBranch })
      .catch(() => failed)
      .then((seen) => isWanted && setLook(seen));
    return () => {
      isWanted = false;
    };
  }, [path, keepBranch]);
  return look;
}
