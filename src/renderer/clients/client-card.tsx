import { useId } from 'react';
import type {
  ClientCard,
  ClientPurpose,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { CallerRow } from '../ui/caller-row.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { EntryDrift } from './entry-drift.tsx';
import { changeTitle, driftNote, stateWords, type StateWords } from './client-words.ts';

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
          'Not installed.'
        ) : (
          <>
            Found: <PathText path={card.found} />
          </>
        )}
      </p>
      {card.isUntried && (
        <p className="client-found">Based on the client's documentation; not yet tested with it.</p>
      )}
      {card.changes.length > 0 && (
        <ul className="client-changes" aria-label={`Changes made for ${card.name}`}>
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
            aria-label={`${isWritten ? 'Reconnect' : 'Connect'}: ${card.name}`}
            onClick={() => onChange('connect')}
          >
            {isWritten ? 'Reconnect…' : 'Connect…'}
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
          <p>
            {card.after} This card changes to “Connected” once the client connects with its key.
          </p>
          <p>Not connecting? {card.ifSilent}</p>
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
          {state.words} Gatehouse will not change it without you.
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
          <b>{changeTitle(change)}</b> in <PathText path={change.file} />
        </p>
        {drift !== null && <p className="client-drift">{drift}</p>}
      </div>
      <button
        type="button"
        className="button"
        aria-label={`Undo: ${changeTitle(change)}, ${name}`}
        onClick={onUndo}
      >
        Undo…
      </button>
      {change.difference && (
        <EntryDrift change={change} difference={change.difference} name={name} />
      )}
    </>
  );
}
