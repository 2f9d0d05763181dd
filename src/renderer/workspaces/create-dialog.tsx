import { useRef, useState } from 'react';
import type { ProjectId } from '../../shared/workspaces.ts';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { createWorkspace } from './workspace-acts.ts';

interface CreateDialogProps {
  readonly projectId: ProjectId;
  readonly name: string;
  onClose(): void;
}

export function CreateDialog({ projectId, name, onClose }: CreateDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const make = async (): Promise<void> => {
    setWorking(true);
    const why = await createWorkspace(projectId, wanted);
    setWorking(false);
    if (why === null) onClose();
    else setTrouble(why);
  };
  return (
    <Dialog title={`New workspace of ${name}`} size="small" focusFirst={field} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div className="dialog-words">
          <p>A folder beside the project, on a new branch that begins where the project is now.</p>
          <label className="workspace-name">
            Name of the workspace and its branch
            <input
              ref={field}
              type="text"
              value={wanted}
              maxLength={60}
              spellCheck={false}
              aria-invalid={trouble !== null}
              aria-describedby="create-trouble"
              onChange={(event) => {
                setWanted(event.target.value);
                setTrouble(null);
              }}
            />
          </label>
          <p id="create-trouble" className="field-trouble" role="alert">
            {trouble}
          </p>
        </div>
        <DialogFoot>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary-button"
            disabled={wanted === '' || isWorking}
          >
            {isWorking ? 'Making it…' : 'Make workspace'}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
