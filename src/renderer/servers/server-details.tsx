/** Everything about one server, below its row. */
import { useState } from 'react';
import type {
  McpServerView,
  ServerDetails,
  ServersView,
} from '../../shared/servers/server-views.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { act, serverName } from './server-acts.ts';
import { ServerFacts } from './server-facts.tsx';
import { ServerReview } from './server-review.tsx';
import { ServerSecrets } from './server-secrets.tsx';
import { serversText } from './servers-text.ts';
import { ToolRow } from './tool-row.tsx';
import { useServerDetails, useServerLog } from './use-servers.ts';

interface ServerDetailsProps {
  readonly server: McpServerView;
  readonly view: ServersView;
  readonly revision: number;
  onEdit(): void;
}

export function ServerDetailsPanel({ server, view, revision, onEdit }: ServerDetailsProps) {
  const details = useServerDetails(server.name, revision);
  const total = view.servers.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
  return (
    <div className="server-more">
      {details === null && <p role="status">{serversText.loading}</p>}
      {details === 'failed' && <p role="alert">{serversText.notResponding}</p>}
      {details === 'gone' && <p role="status">{serversText.gone}</p>}
      {details !== null && typeof details === 'object' && (
        <>
          {details.pinError !== null && (
            <p className="refusal" role="alert">
              {serversText.pinError} {details.pinError}
            </p>
          )}
          <ServerReview server={server} details={details} />
          <div className="server-columns">
            <div className="server-says">
              <ToolList {...{ server, details, view }} />
              <Instructions details={details} />
            </div>
            <ServerFacts
              server={server}
              clients={view.clients}
              isOverBudget={total > view.tokenBudget ? view.tokenBudget : null}
            />
          </div>
          <ServerSecrets server={server} />
        </>
      )}
      <LogTail name={server.name} />
      <ServerButtons server={server} onEdit={onEdit} />
    </div>
  );
}

const fewTools = 8;

interface ToolListProps {
  readonly server: McpServerView;
  readonly details: ServerDetails;
  readonly view: ServersView;
}

function ToolList({ server: { name, isEnabled }, details, view }: ToolListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const tools = details.tools.filter(({ pin }) => pin !== 'removed');
  if (tools.length === 0)
    return (
      <div className="tools-none">
        <p>{serversText.noTools}</p>
        {isEnabled && (
          <button
            type="button"
            className="button"
            aria-label={serversText.startToListOf(name)}
            onClick={() => void act('servers:restart', { name: serverName(name) })}
          >
            {serversText.startToList}
          </button>
        )}
      </div>
    );
  const shown = showsAll ? tools : tools.slice(0, fewTools);
  return (
    <ul className="tool-list" aria-label={serversText.toolsOf(name)}>
      {shown.map((tool) => (
        <li key={tool.name}>
          <ToolRow server={name} tool={tool} clients={view.clients} />
        </li>
      ))}
      {shown.length < tools.length && (
        <li>
          <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
            {serversText.moreTools(tools.length - shown.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

function Instructions({ details: { instructions } }: Pick<ToolListProps, 'details'>) {
  if (instructions === null || instructions.pin !== 'pinned') return null;
  return (
    <details className="server-instructions">
      <summary>{serversText.instructions}</summary>
      <p className="server-meaning">{serversText.instructionsClaimed}</p>
      <p className="claimed-text">
        <VisibleText text={instructions.text} atMost={8_000} keepLines prose />
      </p>
    </details>
  );
}

function LogTail({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="server-log-tail" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{serversText.log}</summary>
      {isOpen && <LogLines name={name} />}
    </details>
  );
}

function LogLines({ name }: { readonly name: string }) {
  const lines = useServerLog(name);
  return (
    <pre className="server-log" role="region" aria-label={serversText.logOf(name)} tabIndex={0}>
      {lines.length === 0 ? (
        serversText.emptyLog
      ) : (
        <VisibleText text={lines.join('\n')} atMost={64_000} keepLines dir="ltr" prose />
      )}
    </pre>
  );
}

function ServerButtons({ server, onEdit }: Pick<ServerDetailsProps, 'server' | 'onEdit'>) {
  const [isRemoving, setRemoving] = useState(false);
  const { isEnabled, account } = server;
  const name = serverName(server.name);
  return (
    <div className="server-acts">
      {isEnabled && (
        <ActButton
          words={serversText.restart}
          label={serversText.restartOf(name)}
          onClick={() => void act('servers:restart', { name })}
        />
      )}
      <ActButton
        words={isEnabled ? serversText.disable : serversText.enable}
        label={(isEnabled ? serversText.disableOf : serversText.enableOf)(name)}
        onClick={() => void act('servers:enable', { name, isEnabled: !isEnabled })}
      />
      <ActButton words={serversText.edit} label={serversText.editOf(name)} onClick={onEdit} />
      {account !== null && (
        <ActButton
          words={serversText.signOut}
          label={serversText.signOutOf(name)}
          onClick={() => void act('servers:logout', { name })}
        />
      )}
      <ActButton
        words={serversText.remove}
        label={serversText.removeOf(name)}
        isDanger
        onClick={() => setRemoving(true)}
      />
      {isRemoving && (
        <ConfirmDialog
          title={serversText.removeTitle(name)}
          verb={serversText.removeVerb}
          keep={serversText.keepServer}
          onConfirm={() => void act('servers:remove', { name })}
          onClose={() => setRemoving(false)}
        >
          <p>{serversText.removeConsequence}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ActButtonProps {
  readonly words: string;
  /** With the name of the server. */
  readonly label: string;
  readonly isDanger?: boolean;
  onClick(): void;
}

function ActButton({ words, label, isDanger = false, onClick }: ActButtonProps) {
  return (
    <button
      type="button"
      className={isDanger ? 'button danger-button' : 'button'}
      aria-label={label}
      onClick={onClick}
    >
      {words}
    </button>
  );
}
