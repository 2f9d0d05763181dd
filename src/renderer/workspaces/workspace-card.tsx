import { useState } from 'react';
import type { WorkspaceView } from '../../shared/integrations/workspaces.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';
import { forgetWorkspace, startOpenCode, stopOpenCode } from './workspace-acts.ts';
import { agentWords, changesWords, serverWords } from './workspace-words.ts';

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
      aria-label={`Workspace ${name}`}
    >
      <h3>
        <VisibleText text={name} atMost={100} />
        {!isMade && <span className="workspace-own"> the project itself</span>}
      </h3>
      {isMade && (
        <p className="card-facts">
          <PathText path={workspace.path} />
        </p>
      )}
      <dl className="workspace-facts">
        {branch !== null && (
          <div>
            <dt>Branch</dt>
            <dd>
              <VisibleText text={branch} atMost={100} />
            </dd>
          </div>
        )}
        {changes !== null && (
          <div data-dirty={workspace.changes !== 0}>
            <dt>Files</dt>
            <dd>{changes}</dd>
          </div>
        )}
        <div data-server={server.state}>
          <dt>OpenCode</dt>
          <dd>{serverWords(server)}</dd>
        </div>
        {agents !== null && (
          <div data-agents={agent.type}>
            <dt>Agents</dt>
            <dd>{agents}</dd>
          </div>
        )}
      </dl>
      {error !== null && (
        <p className="workspace-trouble">
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
          aria-label={`Start OpenCode in ${name}`}
          onClick={() => void startOpenCode(path)}
        >
          Start OpenCode
        </button>
      ) : (
        <button
          type="button"
          className="button"
          aria-label={`Stop OpenCode in ${name}`}
          onClick={() => void stopOpenCode(path)}
        >
          Stop OpenCode
        </button>
      )}
      {!isStopped && (
        <button
          type="button"
          className="button"
          aria-label={`OpenCode log: ${name}`}
          onClick={() => onOpen('log')}
        >
          Log…
        </button>
      )}
      {isMade && error === null && (
        <button
          type="button"
          className="button danger-button"
          aria-label={`Delete the workspace ${name}`}
          onClick={() => onOpen('delete')}
        >
          Delete…
        </button>
      )}
      {isMade && error !== null && (
        <button
          type="button"
          className="button"
          aria-label={`Forget the workspace ${name}`}
          onClick={() => void forgetWorkspace(path)}
        >
          Forget
        </button>
      )}
    </div>
  );
}
