import { useId } from 'react';
import type {
  ClientCard,
  ClientPurpose,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { fill } from '../ui/fill.ts';
import { CallerRow } from '../ui/caller-row.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { EntryDrift } from './entry-drift.tsx';
import {
  changeTitle,
  clientsText,
  driftNote,
  stateWords,
  type StateWords,
} from './clients-text.ts';

interface ClientCardProps {
  readonly card: ClientCard;
  readonly now: number;
  onChange(purpose: ClientPurpose): void;
  onUndo(change: WrittenChange): void;
}

const toneIcons: Readonly<Record<StateWords['tone'], IconName>> = {
  none: 'stop',
  plain: 'clients',
  waiting: 'sessions',
  good: 'check',
  warning: 'warning',
};

export function ClientCardView({ card, now, onChange, onUndo }: ClientCardProps) {
  const title = useId();
  const { tone, word } = stateWords(card, now);
  const written = card.changes.find(({ purpose }) => purpose === 'connect');
  const isWritten = written !== undefined;
  // Then both choices stand below the diff.
  const isDecidedBelow = Boolean(written?.difference);
  return (
    <article className="card client-card" tabIndex={-1} data-list-item aria-labelledby={title}>
      <header className="client-head">
        <h2 id={title}>{card.name}</h2>
        <span className="client-state" data-tone={tone} role="status">
          <Icon name={toneIcons[tone]} /> {word}
        </span>
      </header>
      <StateNote card={card} />
      <p className="client-found">
        {card.found === null ? (
          clientsText.notInstalled
        ) : (
          <>{fill(clientsText.found, { path: <PathText path={card.found} /> })}</>
        )}
      </p>
      {card.isUntried && <p className="client-found">{clientsText.untestedClient}</p>}
      {card.changes.length > 0 && (
        <ul className="client-changes" aria-label={clientsText.changesMadeFor(card.name)}>
          {card.changes.map((change) => (
            <li key={change.changeId}>
              <ChangeRow change={change} name={card.name} onUndo={() => onUndo(change)} />
            </li>
          ))}
        </ul>
      )}
      {!isDecidedBelow && (
        <div className="client-acts">
          <button
            type="button"
            className={isWritten ? 'button' : 'button primary-button'}
            aria-label={(isWritten ? clientsText.reconnectClient : clientsText.connectClient)(
              card.name,
            )}
            onClick={() => onChange('connect')}
          >
            {isWritten ? clientsText.reconnect : clientsText.connect}
          </button>
        </div>
      )}
    </article>
  );
}

function StateNote({ card }: { readonly card: ClientCard }) {
  const { state } = card;
  switch (state.kind) {
    case 'waiting':
      return (
        <div className="client-note">
          <p>{clientsText.nextStepAfterConnecting(card.after)}</p>
          <p>{clientsText.notConnecting(card.ifSilent)}</p>
        </div>
      );
    case 'connected':
      return state.last.verified === null ? null : (
        <dl className="identity">
          <CallerRow verified={state.last.verified} />
        </dl>
      );
    case 'changed':
      return (
        <p className="client-note" data-tone="warning">
          {clientsText.entryChangedElsewhere(state.words)}
        </p>
      );
    case 'can-connect':
    case 'not-installed':
      return null;
  }
}

interface ChangeRowProps {
  readonly change: WrittenChange;
  readonly name: string;
  onUndo(): void;
}

function ChangeRow({ change, name, onUndo }: ChangeRowProps) {
  const drift = driftNote(change);
  return (
    <>
      <div className="client-change">
        <p>
          {fill(clientsText.changeIn, {
            change: <b>{changeTitle(change)}</b>,
            file: <PathText path={change.file} />,
          })}
        </p>
        {drift !== null && <p className="client-drift">{drift}</p>}
      </div>
      <button
        type="button"
        className="button"
        aria-label={clientsText.undoLabel(changeTitle(change), name)}
        onClick={onUndo}
      >
        {clientsText.undoButton}
      </button>
      {change.difference && (
        <EntryDrift change={change} difference={change.difference} name={name} />
      )}
    </>
  );
}
