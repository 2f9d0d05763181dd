/** A newer version: what it brings, and the choice to install it. */
import { replacesItself, type UpdateView } from '../../shared/app/updates.ts';
import { CopyLine } from '../ui/copy-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { installUpdate, postponeUpdate } from './update-commands.ts';
import { commandWords, updatesText } from './updates-text.ts';

interface UpdateCardProps {
  readonly update: UpdateView | undefined;
  /** Of the app that runs. */
  readonly installed: string;
}

export function UpdateCard({ update, installed }: UpdateCardProps) {
  if (update?.kind !== 'found' || update.isPostponed) return null;
  const { version, notes, way, command, percent, problem } = update;
  const isOurs = replacesItself(way);
  return (
    <section className="card ask-card" aria-label={updatesText.updates}>
      <div className="ask-card-words">
        <h2>{updatesText.available(version)}</h2>
        <p>
          {updatesText.installed(installed)} {updatesText.signed}
        </p>
        {notes !== '' && (
          <details>
            <summary>{updatesText.notes}</summary>
            <p className="update-notes">
              <VisibleText text={notes} atMost={4000} />
            </p>
          </details>
        )}
        {!isOurs && <p>{commandWords(update)}</p>}
        {command !== null && <CopyLine text={command} what={updatesText.command} />}
        {percent !== null && <p role="status">{updatesText.downloading(percent)}</p>}
        {problem !== null && <p role="alert">{problem}</p>}
      </div>
      <div className="card-buttons">
        <button
          type="button"
          className="button"
          disabled={percent !== null}
          onClick={() => void postponeUpdate(version)}
        >
          {updatesText.later}
        </button>
        {isOurs && (
          <button
            type="button"
            className="button primary-button"
            disabled={percent !== null}
            onClick={() => void installUpdate(version)}
          >
            {updatesText.install}
          </button>
        )}
      </div>
    </section>
  );
}
