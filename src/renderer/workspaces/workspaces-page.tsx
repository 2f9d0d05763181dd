import { useEffect, useState } from 'react';
import type { OpenCodeProgram, ProjectView } from '../../shared/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PathText } from '../ui/path-text.tsx';
import { count } from '../words/counting.ts';
import { ProjectCard } from './project-card.tsx';
import { addProject } from './workspace-acts.ts';

const lookEveryMs = 5_000;

export function WorkspacesPage({ projects }: { readonly projects: readonly ProjectView[] }) {
  const program = useFreshWorkspaces();
  const amount = projects.flatMap(({ workspaces }) => workspaces).length;
  const note =
    projects.length === 0
      ? 'No project is listed.'
      : `${count(projects.length, 'project')}, ${count(amount, 'workspace')}`;
  return (
    <>
      <PageHeader title="Workspaces" note={note}>
        <button type="button" className="button primary-button" onClick={() => void addProject()}>
          Add a project…
        </button>
      </PageHeader>
      <div className="page-scroll">
        {projects.length === 0 && (
          <p className="card empty">
            Add a folder or a git repository. Each agent can then work in a workspace of its own: a
            git worktree on a branch of its own, with an OpenCode whose rights you decide about
            here.
          </p>
        )}
        {projects.map((project) => (
          <ProjectCard key={project.projectId} project={project} program={program} />
        ))}
        {projects.length > 0 && program !== null && <ProgramNote program={program} />}
      </div>
    </>
  );
}

function ProgramNote({ program }: { readonly program: OpenCodeProgram }) {
  if (program.path === null)
    return <p className="workspace-program">No OpenCode can be started. {program.why}</p>;
  return (
    <p className="workspace-program">
      OpenCode is run from <PathText path={program.path} />. Another one can be named in
      settings.json, as opencode.program.
    </p>
  );
}

/** While somebody looks, git is asked now and then. */
function useFreshWorkspaces(): OpenCodeProgram | null {
  const [program, setProgram] = useState<OpenCodeProgram | null>(null);
  useEffect(() => {
    const look = (): void =>
      void bridge.command('workspaces:refresh').then(setProgram, () => undefined);
    look();
    const timer = window.setInterval(look, lookEveryMs);
    return () => window.clearInterval(timer);
  }, []);
  return program;
}
