import { type Applies, settingsText } from './settings-text.ts';
import type { Saving } from './use-saving.ts';

interface FieldWordsProps {
  readonly id: string;
  readonly meaning: string;
  readonly applies: Applies;
  readonly saving: Pick<Saving, 'problem' | 'isSaved'>;
}

const appliesText: Readonly<Record<Exclude<Applies, 'immediately'>, string>> = {
  'new sessions': settingsText.appliesToNewSessions,
  restart: settingsText.appliesAfterRestart,
  'OpenCode restart': settingsText.appliesAfterOpencodeRestart,
};

/** Below a field: its description, when a change takes effect, and the result of the last change. */
export function FieldWords({ id, meaning, applies, saving }: FieldWordsProps) {
  return (
    <>
      <p className="setting-meaning" id={`${id}-meaning`}>
        {meaning} {applies !== 'immediately' && <em>{appliesText[applies]}</em>}
      </p>
      <p
        className="setting-said"
        role="status"
        id={`${id}-said`}
        data-problem={saving.problem !== null}
      >
        {saving.problem ?? (saving.isSaved ? settingsText.saved : '')}
      </p>
    </>
  );
}

export const describedBy = (id: string): string => `${id}-meaning ${id}-said`;
