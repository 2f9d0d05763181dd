import { useCallback, useEffect, useState } from 'react';
import type { OpenCodeProgram, ProjectView } from '../../shared/integrations/workspaces.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { bridge } from '../app/bridge.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PathText } from '../ui/path-text.tsx';
import { count } from '../text/counting.ts';
import { ProjectCard } from './project-card.tsx';
import { addProject, chooseOpenCode, takeOpenCodeOfPath } from './workspace-acts.ts';
import { fill } from '../ui/fill.ts';
import { workspacesText } from './workspaces-text.ts';

const lookEveryMs = 5_000;

interface WorkspacesPageProps {
  readonly projects: readonly ProjectView[];
  readonly sandbox?: SandboxStatus | undefined;
}

export function WorkspacesPage({ projects, sandbox }: WorkspacesPageProps) {
  const { program, look } = useFreshWorkspaces();
  const amount = projects.flatMap(({ workspaces }) => workspaces).length;
  const note =
    projects.length === 0
      ? ''
      : `${count(projects.length, 'project')}, ${count(amount, 'workspace')}`;
  return (
    <>
      <PageHeader title={workspacesText.workspaces} note={note}>
        {projects.length > 0 && (
          <button type="button" className="button primary-button" onClick={() => void addProject()}>
            {workspacesText.addProject}
          </button>
        )}
      </PageHeader>
      <div className="page-scroll">
        {projects.length === 0 && (
          <EmptyState
            icon="workspaces"
            title={workspacesText.emptyTitle}
            hint={workspacesText.emptyHint}
            action={workspacesText.addProject}
            onAction={() => void addProject()}
          />
        )}
        {projects.map((project) => (
          <ProjectCard key={project.projectId} {...{ project, program, sandbox }} />
        ))}
        {projects.length > 0 && program !== null && <ProgramNote program={program} look={look} />}
      </div>
    </>
  );
}

interface ProgramNoteProps {
  readonly program: OpenCodeProgram;
  look(): void;
}

function ProgramNote({ program: { path, why, isSelected }, look }: ProgramNoteProps) {
  const act = (change: () => Promise<void>) => (): void => void change().then(look);
  return (
    <div className="workspace-program">
      {path === null ? (
        <p>{workspacesText.openCodeNotFound(why ?? '')}</p>
      ) : (
        <p>
          {fill(isSelected ? workspacesText.openCodeSource : workspacesText.openCodeSourceOnPath, {
            path: <PathText path={path} />,
          })}
        </p>
      )}
      <button type="button" className="button" onClick={act(chooseOpenCode)}>
        {path === null ? workspacesText.choose : workspacesText.chooseAnother}
      </button>
      {isSelected && (
        <button type="button" className="button" onClick={act(takeOpenCodeOfPath)}>
          {workspacesText.useOpenCodeOnPath}
        </button>
      )}
    </div>
  );
}

/** While somebody looks, git is asked now and then. */
function useFreshWorkspaces(): { readonly program: OpenCodeProgram | null; look(): void } {
  const [program, setProgram] = useState<OpenCodeProgram | null>(null);
  const look = useCallback(
    (): void => void bridge.command('workspaces:refresh').then(setProgram, () => undefined),
    [],
  );
  useEffect(() => {
    look();
    const timer = window.setInterval(look, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [look]);
  return { program, look };
}
