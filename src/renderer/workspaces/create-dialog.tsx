import { useEffect, useRef, useState, type RefObject } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import type { ProjectBranches, ProjectId } from '../../shared/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { createWorkspace } from './workspace-acts.ts';

interface CreateDialogProps {
  readonly projectId: ProjectId;
  readonly name: string;
  onClose(): void;
}

export function CreateDialog({ projectId, name, onClose }: CreateDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const branches = useBranches(projectId);
  const [base, setBase] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const make = async (): Promise<void> => {
    setWorking(true);
    const why = await createWorkspace({
      projectId,
      name: wanted,
      ...(base === '' ? {} : { base }),
    });
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
          <p>A folder beside the project, on a new branch of its own.</p>
          <NameField
            field={field}
            name={wanted}
            isWrong={trouble !== null}
            onChange={(typed) => {
              setWanted(typed);
              setTrouble(null);
            }}
          />
          <BaseField branches={branches} base={base} onChange={setBase} />
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

interface NameFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly isWrong: boolean;
  onChange(name: string): void;
}

function NameField({ field, name, isWrong, onChange }: NameFieldProps) {
  return (
    <label className="workspace-name">
      Name of the workspace and its branch
      <input
        ref={field}
        type="text"
        value={name}
        maxLength={60}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby="create-trouble"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface BaseFieldProps {
  readonly branches: ProjectBranches;
  readonly base: string;
  onChange(base: string): void;
}

function BaseField({ branches: { current, names }, base, onChange }: BaseFieldProps) {
  const usual =
    current === null
      ? 'The commit that the project has checked out'
      : `${visibleText(current)} (checked out in the project)`;
  const others = names.filter((name) => name !== current);
  const options = [
    { value: '', words: usual },
    ...others.map((name) => ({ value: name, words: visibleText(name) })),
  ];
  return <Select label="Base branch" value={base} options={options} onChange={onChange} />;
}

function useBranches(projectId: ProjectId): ProjectBranches {
  const [branches, setBranches] = useState<ProjectBranches>({ current: null, names: [] });
  useEffect(() => {
    let isWanted = true;
    void bridge.command('workspaces:branches', { projectId }).then(
      (found) => isWanted && setBranches(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [projectId]);
  return branches;
}
