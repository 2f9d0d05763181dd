import { useId } from 'react';
import { runText } from '../agents/run-text.ts';
import type { ClientCard, WrittenChange } from '../../shared/integrations/clients.ts';
import { fill } from '../ui/fill.ts';
import { CallerRow } from '../ui/caller-row.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { ClientBadge } from './client-badge.tsx';
import { HooksStatus } from './hooks-status.tsx';
import { EntryDrift } from './entry-drift.tsx';
import { shortPath } from '../text/short-path.ts';
import {
  changeTitle,
  clientsText,
  driftNote,
  stateWords,
  type StateWords,
} from './clients-text.ts';

interface ClientCardProps {
  readonly card: ClientCard;
  readonly home: string;
  readonly now: number;
  onConnect(): void;
  onUndo(): void;
  onRepair(): void;
  /** Left out where it cannot run inside the sandbox. */
  onRun?(): void;
}

const toneIcons: Readonly<Record<StateWords['tone'], IconName>> = {
  none: 'stop',
  plain: 'clients',
  waiting: 'sessions',
  good: 'check',
  warning: 'warning',
};

export function ClientCardView(props: ClientCardProps) {
  const { card, home, now, onRepair } = props;
  const title = useId();
  const { tone, word } = stateWords(card, now);
  const isWritten = card.changes.length > 0;
  return (
    <article
      className="card client-card"
      tabIndex={-1}
      data-list-item={card.id}
      aria-labelledby={title}
    >
      <header className="client-head">
        <ClientBadge name={card.name} />
        <h2 id={title}>{card.name}</h2>
        <span className="client-state" data-tone={tone} role="status">
          <Icon name={toneIcons[tone]} /> {word}
        </span>
      </header>
      <StateNote card={card} />
      <p className="client-found" title={card.found ?? undefined}>
        {card.found === null
          ? clientsText.notInstalled
          : fill(clientsText.found, { path: <PathText path={shortPath(card.found, home)} /> })}
      </p>
      {card.isUntried && <p className="client-found">{clientsText.untestedClient}</p>}
      {isWritten && (
        <ul className="client-changes" aria-label={clientsText.changesMadeFor(card.name)}>
          {card.changes.map((change) => (
            <li key={change.changeId}>
              <ChangeRow change={change} name={card.name} home={home} />
            </li>
          ))}
        </ul>
      )}
      {card.hooks && <HooksStatus {...{ card, home, now, onRepair }} hooks={card.hooks} />}
      <Acts {...props} />
    </article>
  );
}

function Acts({ card, onConnect, onRun, onUndo }: ClientCardProps) {
  const isWritten = card.changes.length > 0;
  return (
    <div className="client-acts">
      <button
        type="button"
        className={isWritten ? 'button' : 'button primary-button'}
        aria-label={(isWritten ? clientsText.changeClient : clientsText.connectClient)(card.name)}
        onClick={onConnect}
      >
        {isWritten ? clientsText.change : clientsText.connect}
      </button>
      {onRun && (
        <button
          type="button"
          className="button"
          aria-label={runText.buttonLabel(card.name)}
          onClick={onRun}
        >
          {runText.button}
        </button>
      )}
      {isWritten && (
        <button
          type="button"
          className="button"
          aria-label={clientsText.undoClient(card.name)}
          onClick={onUndo}
        >
          <Icon name="undo" /> {clientsText.undoButton}
        </button>
      )}
    </div>
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
  readonly home: string;
}

function ChangeRow({ change, name, home }: ChangeRowProps) {
  const drift = driftNote(change);
  return (
    <>
      <div className="client-change">
        <p title={change.file}>
          {fill(clientsText.changeIn, {
            change: <b>{changeTitle(change)}</b>,
            file: <PathText path={shortPath(change.file, home)} />,
          })}
        </p>
        {drift !== null && <p className="client-drift">{drift}</p>}
      </div>
      {change.difference && (
        <EntryDrift change={change} difference={change.difference} name={name} />
      )}
    </>
  );
}
