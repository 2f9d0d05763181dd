import type { Applies } from './setting-fields.ts';
import type { Saving } from './use-saving.ts';

interface FieldWordsProps {
  readonly id: string;
  readonly meaning: string;
  readonly applies: Applies;
  readonly saving: Pick<Saving, 'problem' | 'isSaved'>;
}

/** Below a field: what it means, from when on, and what became of the last change. */
export function FieldWords({ id, meaning, applies, saving }: FieldWordsProps) {
  return (
    <>
      <p className="setting-meaning" id={`${id}-meaning`}>
        {meaning} {applies !== 'at once' && <em>A change counts {applies}.</em>}
      </p>
      <p
        className="setting-said"
        role="status"
        id={`${id}-said`}
        data-problem={saving.problem !== null}
      >
        {saving.problem ?? (saving.isSaved ? 'Saved.' : '')}
      </p>
    </>
  );
}

export const describedBy = (id: string): string => `${id}-meaning ${id}-said`;
