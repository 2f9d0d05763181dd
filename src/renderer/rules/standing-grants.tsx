/** The agents that start without asking, each with its last use and its end. */
import { useEffect, useId, useRef, useState } from 'react';
import type { StandingGrantView } from '../../shared/access/remembered.ts';
import {
  removeStanding,
  renewScopes,
  restoreStanding,
  resumeStanding,
} from '../app/standing-commands.ts';
import { fill } from '../ui/fill.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import {
  canResume,
  lapsedWords,
  mayWords,
  standingFacts,
  standingText,
  whySuspended,
} from './standing-text.ts';

export function StandingGrants({ grants }: { readonly grants: readonly StandingGrantView[] }) {
  const now = useNow(grants.length > 0);
  const title = useId();
  const [removed, setRemoved] = useState<StandingGrantView | null>(null);
  if (grants.length === 0 && removed === null) return null;
  const remove = async (grant: StandingGrantView): Promise<void> => {
    if (await removeStanding(grant.grantId)) setRemoved(grant);
  };
  const undo = async ({ grantId }: StandingGrantView): Promise<void> => {
    setRemoved(null);
    await restoreStanding(grantId);
  };
  return (
    <section className="standing-list" aria-labelledby={title}>
      <h2 id={title}>{standingText.title}</h2>
      <p className="standing-note">{standingText.explanation}</p>
      {removed !== null && (
        <RemovedGrant
          grant={removed}
          onUndo={() => void undo(removed)}
          onDismiss={() => setRemoved(null)}
        />
      )}
      <ul className="cards" aria-labelledby={title}>
        {grants.toReversed().map((grant) => (
          <li key={grant.grantId}>
            <StandingCard grant={grant} now={now} onRemove={() => void remove(grant)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StandingCardProps {
  readonly grant: StandingGrantView;
  readonly now: number;
  onRemove(): void;
}

function StandingCard({ grant, now, onRemove }: StandingCardProps) {
  const title = useId();
  const suspended = whySuspended(grant);
  return (
    <article
      className="card standing-card"
      tabIndex={-1}
      data-list-item={grant.grantId}
      aria-labelledby={title}
    >
      <div className="standing-words">
        <h3 id={title}>
          {fill(standingText.sentence, {
            client: <b>{grant.client}</b>,
            folders: <Folders {...grant} />,
          })}
        </h3>
        {suspended !== null && <p className="standing-suspended">{suspended}</p>}
        <p>
          <VisibleText text={mayWords(grant)} />
        </p>
        <LapsedScopes grant={grant} />
        <ul className="card-facts">
          {standingFacts(grant, now).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            <PathText path={grant.executable} />
          </li>
        </ul>
      </div>
      <GrantActions grant={grant} onRemove={onRemove} />
    </article>
  );
}

function LapsedScopes({ grant }: { readonly grant: StandingGrantView }) {
  const words = lapsedWords(grant);
  if (words === null) return null;
  const { grantId, lapsed } = grant;
  return (
    <p className="standing-lapsed">
      {words}{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => void renewScopes(grantId, lapsed)}
      >
        {standingText.turnOn}
      </button>
    </p>
  );
}

function GrantActions({ grant, onRemove }: Omit<StandingCardProps, 'now'>) {
  const { client, grantId } = grant;
  const folders = grant.roots.join(', ');
  return (
    <div className="standing-actions">
      {canResume(grant) && (
        <button
          type="button"
          className="button"
          aria-label={standingText.resumeLabel(client, folders)}
          onClick={() => void resumeStanding(grantId)}
        >
          {standingText.resume}
        </button>
      )}
      <button
        type="button"
        className="button"
        aria-label={standingText.removeLabel(client, folders)}
        onClick={onRemove}
      >
        {standingText.remove}
      </button>
    </div>
  );
}

const Folders = ({ roots }: StandingGrantView) => (
  <>
    {roots.map((root, at) => (
      <span key={root}>
        {at > 0 && ', '}
        <PathText path={root} />
      </span>
    ))}
  </>
);

interface RemovedGrantProps {
  readonly grant: StandingGrantView;
  onUndo(): void;
  onDismiss(): void;
}

/** The keyboard comes here, since the button it was on is gone. */
function RemovedGrant({ grant, onUndo, onDismiss }: RemovedGrantProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), [grant]);
  return (
    <div className="removed-rule" role="status">
      <p>
        <b>{standingText.removed}</b>{' '}
        <VisibleText text={standingText.nowAsks(grant.client, grant.roots.join(', '))} />
      </p>
      <button ref={undo} type="button" className="button" onClick={onUndo}>
        {standingText.undo}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={standingText.dismiss}
        onClick={onDismiss}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
