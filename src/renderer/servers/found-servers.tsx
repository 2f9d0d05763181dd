/** Servers that clients still start by themselves, and those that were moved and can be put back. */
import { useState } from 'react';
import type { FoundServersView } from '../../shared/ipc/servers.ts';
import type { FoundServer, MovedServers } from '../../shared/servers/server-views.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { fill } from '../ui/fill.ts';
import { Icon } from '../ui/icons.tsx';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { shortPath } from '../text/short-path.ts';
import { momentWords } from '../text/times.ts';
import { act } from './server-acts.ts';
import { serversText } from './servers-text.ts';

const mostNames = 6;

interface FoundServersProps {
  readonly view: FoundServersView;
  onMove(): void;
}

export function FoundServersCard({ view: { found, moved, home }, onMove }: FoundServersProps) {
  return (
    <>
      {found.length > 0 && (
        <section className="card servers-found" aria-label={serversText.stillOutside}>
          <Icon name="note" />
          <p>{fill(serversText.foundIn(clientNames(found)), { names: <Names found={found} /> })}</p>
          <button
            type="button"
            className={
              found.some(({ whyNot }) => whyNot === null) ? 'button primary-button' : 'button'
            }
            onClick={onMove}
          >
            {found.some(({ whyNot }) => whyNot === null)
              ? serversText.moveButton
              : serversText.noneCanMove}
          </button>
        </section>
      )}
      {moved.length > 0 && (
        <ul className="servers-moved" aria-label={serversText.moved}>
          {moved.map((move) => (
            <li key={move.moveId}>
              <MovedLine move={move} home={home} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const clientNames = (found: readonly FoundServer[]): readonly string[] => [
  ...new Set(found.flatMap(({ sources }) => sources.map(({ clientName }) => clientName))),
];

function Names({ found }: { readonly found: readonly FoundServer[] }) {
  const more = found.length - mostNames;
  return (
    <>
      {found.slice(0, mostNames).map(({ entry, name }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>
            <VisibleText text={entry} atMost={60} />
          </code>
        </span>
      ))}
      {more > 0 && ` ${serversText.moreNames(more)}`}
    </>
  );
}

function MovedLine({ move, home }: { readonly move: MovedServers; readonly home: string }) {
  const { names, files, at, moveId } = move;
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <span>{serversText.movedWords(names, momentWords(at, now))}</span>{' '}
      <button
        type="button"
        className="link-button"
        aria-label={serversText.undoMoveOf(names)}
        onClick={() => setAsking(true)}
      >
        {serversText.undoMove}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={serversText.undoTitle}
          verb={serversText.undoVerb}
          keep={serversText.keepMove}
          onConfirm={() => void act('servers:undo-move', { moveId })}
          onClose={() => setAsking(false)}
        >
          <p>
            {serversText.undoConsequence(
              names,
              files.map((file) => shortPath(file, home)),
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
