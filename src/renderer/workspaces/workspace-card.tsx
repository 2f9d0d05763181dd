import { useState } from 'react';
import type { WorkspaceView } from '../../shared/integrations/workspaces.ts';
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
}

export function WorkspaceCard({ workspace, canStart }: WorkspaceCardProps) {
  const { name, branch, server, agent, error, isMade } = workspace;
  const [open, setOpen] = useState<'log' | 'delete' | null>(null);
  const changes = changesWords(workspace);
  const agents = agentWords(agent);
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
      {error !== null && (
        <p className="workspace-error">
          <Icon name="warning" /> {error}
        </p>
      )}
      <Acts workspace={workspace} canStart={canStart} onOpen={setOpen} />
      {open === 'log' && <LogDialog workspace={workspace} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={() => setOpen(null)} />}
    </article>
  );
}

interface ActsProps extends WorkspaceCardProps {
  onOpen(which: 'log' | 'delete'): void;
}

function Acts({ workspace, canStart, onOpen }: ActsProps) {
  const { name, path, server, error, isMade } = workspace;
  const isStopped = server.state === 'stopped';
  return (
    <div className="workspace-acts">
      {isStopped ? (
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
      )}
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
