/** A line of several programs, one below the other: what each can do, and when it runs. */
import type { ShownPart } from '../../../shared/asks/asks.ts';
import { ArgvText } from '../../ui/argv-text.tsx';
import { confirmText, numbered, partEffects, partNote } from './confirm-text.ts';

export function CommandParts({ parts }: { readonly parts: readonly ShownPart[] }) {
  return (
    <ol className="command-parts" aria-label={confirmText.partsInOrder}>
      {numbered(parts).map(({ part, number }) => (
        <li key={number}>
          <ArgvText argv={part.argv} part={number} />
          <p className="command-part-note" data-read="call" data-read-piece={`part ${number}`}>
            {partEffects(part)}
            {partNote(part)}
          </p>
        </li>
      ))}
    </ol>
  );
}
