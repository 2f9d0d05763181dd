import type { EditorView } from '../../shared/editors.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

export function EditorList({ editors }: { readonly editors: readonly EditorView[] }) {
  if (editors.length === 0)
    return <p className="editors-quiet">None is connected, not even the built-in workbench.</p>;
  return (
    <ul className="editors-list" aria-label="Connected editors">
      {editors.map(({ id, name, folders, builtIn }) => (
        <li key={id} tabIndex={-1} data-list-item="">
          <h3>
            <VisibleText text={name} atMost={100} />
            {builtIn && <span className="editors-tag">built in</span>}
          </h3>
          {folders.length === 0 ? (
            <p className="editors-quiet">
              {builtIn
                ? 'Serves every folder that no other editor has open.'
                : 'No folder is open.'}
            </p>
          ) : (
            <ul className="editors-folders" aria-label={`Folders of ${name}`}>
              {folders.map((folder) => (
                <li key={folder}>
                  <PathText path={folder} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
