import { useState } from 'react';
import type { WorkspaceView } from '../../shared/integrations/workspaces.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { canRunInSandbox, RunDialog } from '../agents/run-dialog.tsx';
import { runText } from '../agents/run-text.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';
import { forgetWorkspace, startOpenCode, stopOpenCode } from './workspace-acts.ts';
import { agentWords, changesWords, serverWords, workspacesText } from './workspaces-text.ts';

interface WorkspaceCardProps {
  readonly workspace: WorkspaceView;
  readonly canStart: boolean;
  readonly sandbox?: SandboxStatus | undefined;
}

type WorkspaceDialog = 'log' | 'delete' | 'run';

export function WorkspaceCard({ workspace, canStart, sandbox }: WorkspaceCardProps) {
  const { name, error, isMade } = workspace;
  const [open, setOpen] = useState<WorkspaceDialog | null>(null);
  return (
    <article
      className="card workspace-card"
      tabIndex={-1}
      data-list-item=""
      aria-label={workspacesText.workspace(name)}
    >
      <h3>
        <VisibleText text={name} atMost={100} />
        {!isMade && <span className="workspace-own"> {workspacesText.isProjectFolder}</span>}
      </h3>
      {isMade && (
        <p className="card-facts">
          <PathText path={workspace.path} />
        </p>
      )}
      <Facts workspace={workspace} />
      {error !== null && (
        <p className="workspace-error">
          <Icon name="warning" /> {error}
        </p>
      )}
      <Acts {...{ workspace, canStart, sandbox }} onOpen={setOpen} />
      {open === 'log' && <LogDialog workspace={workspace} onClose={() => setOpen(null)} />}
      {open === 'run' && (
        <RunDialog
          agent={null}
          folder={workspace.path}
          sandbox={sandbox}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={() => setOpen(null)} />}
    </article>
  );
}

function Facts({ workspace }: Pick<WorkspaceCardProps, 'workspace'>) {
  const { branch, server, agent } = workspace;
  const changes = changesWords(workspace);
  const agents = agentWords(agent);
  return (
    <dl className="workspace-facts">
      {branch !== null && (
        <div>
          <dt>{workspacesText.branch}</dt>
          <dd>
            <VisibleText text={branch} atMost={100} />
          </dd>
        </div>
      )}
      {changes !== null && (
        <div data-dirty={workspace.changes !== 0}>
          <dt>{workspacesText.files}</dt>
          <dd>{changes}</dd>
        </div>
      )}
      <div data-server={server.state}>
        <dt>{workspacesText.openCode}</dt>
        <dd>{serverWords(server)}</dd>
      </div>
      {agents !== null && (
        <div data-agents={agent.type}>
          <dt>{workspacesText.agents}</dt>
          <dd>{agents}</dd>
        </div>
      )}
    </dl>
  );
}

interface ActsProps extends WorkspaceCardProps {
  onOpen(which: WorkspaceDialog): void;
}

function Acts({ workspace, canStart, sandbox, onOpen }: ActsProps) {
  const { name, path, server, error, isMade } = workspace;
  const isStopped = server.state === 'stopped';
  return (
    <div className="workspace-acts">
      <OpenCodeButton workspace={workspace} canStart={canStart} />
      {!isStopped && (
        <button
          type="button"
          className="button"
          aria-label={workspacesText.logTitle(name)}
          onClick={() => onOpen('log')}
        >
          {workspacesText.log}
        </button>
      )}
      {error === null && canRunInSandbox(sandbox) && (
        <button
          type="button"
          className="button"
          aria-label={runText.buttonLabel(name)}
          onClick={() => onOpen('run')}
        >
          {runText.button}
        </button>
      )}
      {isMade && error === null && (
        <button
          type="button"
          className="button danger-button"
          aria-label={workspacesText.deleteLabel(name)}
          onClick={() => onOpen('delete')}
        >
          {workspacesText.delete}
        </button>
      )}
      {isMade && error !== null && (
        <button
          type="button"
          className="button"
          aria-label={workspacesText.forgetLabel(name)}
          onClick={() => void forgetWorkspace(path)}
        >
          {workspacesText.forget}
        </button>
      )}
    </div>
  );
}

function OpenCodeButton({ workspace, canStart }: Pick<ActsProps, 'workspace' | 'canStart'>) {
  const { name, path, server, error } = workspace;
  return server.state === 'stopped' ? (
    <button
      type="button"
      className="button"
      disabled={!canStart || error !== null}
      aria-label={workspacesText.startOpenCodeLabel(name)}
      onClick={() => void startOpenCode(path)}
    >
      {workspacesText.startOpenCode}
    </button>
  ) : (
    <button
      type="button"
      className="button"
      aria-label={workspacesText.stopOpenCodeLabel(name)}
      onClick={() => void stopOpenCode(path)}
    >
      {workspacesText.stopOpenCode}
    </button>
  );
}
