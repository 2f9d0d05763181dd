import { useEffect, useRef, useState, type RefObject } from 'react';
import { visibleText } from '../../shared/base/visible-text.ts';
import type { ProjectBranches, ProjectId } from '../../shared/integrations/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { createWorkspace } from './workspace-acts.ts';
import { workspacesText } from './workspaces-text.ts';

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
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const make = async (): Promise<void> => {
    setWorking(true);
    const from = base === '' ? {} : { base };
    const why = await createWorkspace({ projectId, name: wanted, ...from });
    setWorking(false);
    if (why === null) onClose();
    else setError(why);
  };
  return (
    <Dialog
      title={workspacesText.createTitle(name)}
      size="small"
      focusFirst={field}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div className="dialog-words">
          <p>{workspacesText.createNote}</p>
          <NameField
            field={field}
            name={wanted}
            isWrong={error !== null}
            onChange={(typed) => {
              setWanted(typed);
              setError(null);
            }}
          />
          <BaseField branches={branches} base={base} onChange={setBase} />
          <p id="create-error" className="field-error" role="alert">
            {error}
          </p>
        </div>
        <DialogFoot>
          <button type="button" className="button" onClick={onClose}>
            {workspacesText.cancel}
          </button>
          <button
            type="submit"
            className="button primary-button"
            disabled={wanted === '' || isWorking}
          >
            {isWorking ? workspacesText.creating : workspacesText.createWorkspace}
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
      {workspacesText.nameLabel}
      <input
        ref={field}
        type="text"
        value={name}
        maxLength={60}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby="create-error"
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
      ? workspacesText.currentCommit
      : `${visibleText(current)} (checked out in the project)`;
  const others = names.filter((name) => name !== current);
  const options = [
    { value: '', words: usual },
    ...others.map((name) => ({ value: name, words: visibleText(name) })),
  ];
  return (
    <Select label={workspacesText.baseBranch} value={base} options={options} onChange={onChange} />
  );
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
