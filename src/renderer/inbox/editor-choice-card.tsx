import type { EditorChoice } from '../../shared/integrations/editors.ts';
import { chooseEditor } from '../app/commands.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

export function EditorChoiceCard({ choice }: { readonly choice: EditorChoice }) {
  const { folder, editors } = choice;
  return (
    <li className="card ask-card" tabIndex={-1} data-list-item="">
      <div className="ask-card-words">
        <h2>
          {editors.length} editors have <PathText path={folder} /> open
        </h2>
        <p>Agent changes wait until you choose an editor. Your choice lasts until you quit.</p>
      </div>
      <div className="card-buttons" role="group" aria-label={`Which editor for ${folder}`}>
        {editors.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="button"
            onClick={() => void chooseEditor(folder, id, name)}
          >
            <VisibleText text={name} atMost={60} />
          </button>
        ))}
      </div>
    </li>
  );
}
