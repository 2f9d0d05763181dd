import type { Session } from '../../shared/access/access.ts';
import type { EditorView } from '../../shared/integrations/editors.ts';
import { agentIdOf } from '../../shared/protocols/management-views.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { editorsText } from './editors-text.ts';

interface EditorListProps {
  readonly editors: readonly EditorView[];
  readonly sessions: readonly Session[];
}

export function EditorList({ editors, sessions }: EditorListProps) {
  if (editors.length === 0) return <p className="editors-quiet">{editorsText.noEditors}</p>;
  return (
    <ul className="editors-list" aria-label={editorsText.connectedEditors}>
      {editors.map(({ id, name, folders, builtIn, serves }) => (
        <li key={id} tabIndex={-1} data-list-item="">
          <h3>
            <VisibleText text={name} atMost={100} />
            {builtIn && <span className="editors-tag">{editorsText.builtIn}</span>}
          </h3>
          {folders.length === 0 ? (
            <p className="editors-quiet">
              {builtIn ? editorsText.builtInEditorNote : editorsText.noOpenFolders}
            </p>
          ) : (
            <ul className="editors-folders" aria-label={editorsText.foldersOf(name)}>
              {folders.map((folder) => (
                <li key={folder}>
                  <PathText path={folder} />
                </li>
              ))}
            </ul>
          )}
          <AtWork agents={agentsOf(serves, sessions)} />
        </li>
      ))}
    </ul>
  );
}

function AtWork({ agents }: { readonly agents: readonly string[] }) {
  if (agents.length === 0) return null;
  return (
    <p className="editors-at-work">
      {editorsText.runsCallsFrom} <VisibleText text={agents.join(', ')} atMost={400} />.
    </p>
  );
}

function agentsOf(serves: EditorView['serves'], sessions: readonly Session[]): readonly string[] {
  const own = sessions.filter(({ sessionId }) => serves.includes(sessionId));
  return [...new Set(own.map(({ agent }) => agentIdOf(agent)))];
}
