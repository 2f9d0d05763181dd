import { useState } from 'react';
import type { OpenCodeProgram, ProjectView } from '../../shared/integrations/workspaces.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { PathText } from '../ui/path-text.tsx';
import { Switch } from '../ui/switch.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { forgetProject, startOpenCodeWithWorkspaces } from './workspace-acts.ts';
import { WorkspaceCard } from './workspace-card.tsx';
import { workspacesText } from './workspaces-text.ts';

interface ProjectCardProps {
  readonly project: ProjectView;
  readonly program: OpenCodeProgram | null;
  readonly sandbox?: SandboxStatus | undefined;
}

const StartSetting = ({
  project: { isGit, projectId, startsOpenCode },
}: Pick<ProjectCardProps, 'project'>) => (
  <div className="project-setting">
    <Switch
      label={workspacesText.startsOpenCode}
      meaning={isGit ? workspacesText.startsOpenCodeInGit : workspacesText.startsOpenCodeInFolder}
      isOn={startsOpenCode}
      onChange={(starts) => void startOpenCodeWithWorkspaces({ projectId, starts })}
    />
  </div>
);

export function ProjectCard({ project, program, sandbox }: ProjectCardProps) {
  const { path, isGit, projectId, workspaces } = project;
  const name = path.split('/').at(-1) ?? path;
  const [isMaking, setMaking] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  return (
    <section className="project" aria-label={workspacesText.project(name)}>
      <header className="project-head">
        <div>
          <h2>{name}</h2>
          <p className="card-facts">
            <PathText path={path} />
          </p>
        </div>
        <div className="workspace-acts">
          {isGit && (
            <button type="button" className="button" onClick={() => setMaking(true)}>
              {workspacesText.newWorkspace}
            </button>
          )}
          <button
            type="button"
            className="button"
            aria-label={workspacesText.removeFromListLabel(name)}
            onClick={() => setForgetting(true)}
          >
            {workspacesText.removeFromListButton}
          </button>
        </div>
      </header>
      <StartSetting project={project} />
      <ul className="workspace-list">
        {workspaces.map((workspace) => (
          <li key={workspace.path}>
            <WorkspaceCard {...{ workspace, sandbox }} canStart={program?.path !== null} />
          </li>
        ))}
      </ul>
      {isMaking && (
        <CreateDialog projectId={projectId} name={name} onClose={() => setMaking(false)} />
      )}
      {isForgetting && (
        <ConfirmDialog
          title={workspacesText.removeFromListTitle(name)}
          verb={workspacesText.remove}
          keep={workspacesText.cancel}
          onConfirm={() => void forgetProject(projectId)}
          onClose={() => setForgetting(false)}
        >
          <p>{workspacesText.removeFromListConsequence}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
