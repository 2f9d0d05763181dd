import type { UpdateView } from '../../shared/app/updates.ts';
import { checkForUpdate } from './update-commands.ts';
import { updatesText, updateStateWords } from './updates-text.ts';

interface UpdateStateRowProps {
  readonly update: UpdateView | undefined;
  readonly version: string;
}

/** The version that runs, what the last check found, and a way to check now. */
export function UpdateStateRow({ update, version }: UpdateStateRowProps) {
  const isOff = !update || update.kind === 'off';
  return (
    <div className="setting" tabIndex={-1} data-list-item="update-state">
      <span className="setting-label">{updatesText.state}</span>
      <div className="setting-text">
        <button
          type="button"
          className="button"
          disabled={isOff}
          onClick={() => void checkForUpdate()}
        >
          {updatesText.checkNow}
        </button>
      </div>
      <p className="setting-meaning" role="status">
        {updateStateWords(update, version)}
      </p>
    </div>
  );
}
