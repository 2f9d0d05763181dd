import type { EditorChoice } from '../../shared/integrations/editors.ts';
import { chooseEditor } from '../app/commands.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { inboxText } from './inbox-text.ts';
import { fill } from '../ui/fill.ts';

export function EditorChoiceCard({ choice }: { readonly choice: EditorChoice }) {
  const { folder, editors } = choice;
  return (
    <li className="card ask-card" tabIndex={-1} data-list-item="">
      <div className="ask-card-words">
        <h2>
          {fill(inboxText.editorChoiceTitle, {
            amount: editors.length,
            path: <PathText path={folder} />,
          })}
        </h2>
        <p>{inboxText.editorChoiceNote}</p>
      </div>
      <div className="card-buttons" role="group" aria-label={inboxText.editorChoiceLabel(folder)}>
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
