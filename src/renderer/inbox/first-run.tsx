/** What a new user sees: one button that connects the client found on this computer. */
import type { ClientCard, ClientsView } from '../../shared/integrations/clients.ts';
import type { DemoView } from '../../shared/integrations/demo.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { startDemo } from '../app/commands.ts';
import { ClientBadge } from '../clients/client-badge.tsx';
import { Icon } from '../ui/icons.tsx';
import { DemoCard } from './demo-card.tsx';
import { firstRunText } from './first-run-text.ts';
import { clientsToConnect } from './found-clients.ts';
import { SampleAsk } from './sample-ask.tsx';

interface FirstRunProps {
  /** Null while the computer is searched. */
  readonly clients: ClientsView | null;
  readonly demo: DemoView;
  readonly sandbox: SandboxStatus | undefined;
  onConnect(card: ClientCard): void;
}

export function FirstRun({ clients, demo, sandbox, onConnect }: FirstRunProps) {
  const [first, ...others] = clientsToConnect(clients);
  const isDemoOn = demo.phase !== 'off';
  return (
    <div className="first-run">
      {isDemoOn && <DemoCard demo={demo} />}
      <section className="card hero" aria-labelledby="hero-title">
        <div className="hero-words">
          {first ? (
            <FoundClient card={first} onConnect={() => onConnect(first)} />
          ) : (
            <NothingFound isLooking={clients === null} />
          )}
        </div>
        <SampleAsk name={first?.name ?? firstRunText.sampleAgent} />
      </section>
      {(others.length > 0 || !isDemoOn) && (
        <ul className="card found-clients" aria-label={firstRunText.otherWays}>
          {others.map((card) => (
            <li key={card.id}>
              <ClientBadge name={card.name} />
              <p>
                <b>{card.name}</b> <span>{firstRunText.alsoFound}</span>
              </p>
              <button
                type="button"
                className="button"
                aria-label={firstRunText.connectNamed(card.name)}
                onClick={() => onConnect(card)}
              >
                {firstRunText.connect}
              </button>
            </li>
          ))}
          {!isDemoOn && <DemoRow isPrimary={clients !== null && first === undefined} />}
        </ul>
      )}
      <div className="first-facts">
        {sandbox && <SandboxFact status={sandbox} />}
        <section className="card" aria-labelledby="limits-title">
          <h2 id="limits-title">
            <Icon name="note" /> {firstRunText.limitsTitle}
          </h2>
          <p>{firstRunText.limits}</p>
        </section>
      </div>
    </div>
  );
}

function FoundClient({ card, onConnect }: { readonly card: ClientCard; onConnect(): void }) {
  return (
    <>
      <ClientBadge name={card.name} isLarge />
      <h2 id="hero-title">{firstRunText.connectTitle(card.name)}</h2>
      <p className="hero-note">{firstRunText.foundHere}</p>
      <p className="hero-text">{firstRunText.promise}</p>
      <button type="button" className="button primary-button hero-button" onClick={onConnect}>
        {firstRunText.connectNamed(card.name)}
      </button>
      <p className="hero-note">{firstRunText.seeFirst}</p>
    </>
  );
}

function NothingFound({ isLooking }: { readonly isLooking: boolean }) {
  return (
    <>
      <h2 id="hero-title">{isLooking ? firstRunText.looking : firstRunText.nothingFound}</h2>
      <p className="hero-text">{firstRunText.promise}</p>
      {!isLooking && <p className="hero-note">{firstRunText.nothingFoundHint}</p>}
    </>
  );
}

function DemoRow({ isPrimary }: { readonly isPrimary: boolean }) {
  return (
    <li>
      <span className="client-badge demo-badge">
        <Icon name="run" />
      </span>
      <p>
        <b>{firstRunText.noAgent}</b> <span>{firstRunText.demoMeaning}</span>
      </p>
      <button
        type="button"
        className={isPrimary ? 'button primary-button' : 'button'}
        onClick={() => void startDemo()}
      >
        {firstRunText.tryTheDemo}
      </button>
    </li>
  );
}

function SandboxFact({ status }: { readonly status: SandboxStatus }) {
  const isReady = status.kind === 'ready';
  return (
    <section className="card" aria-labelledby="sandbox-title" data-ready={isReady}>
      <h2 id="sandbox-title">
        <Icon name={isReady ? 'shield' : 'note'} />{' '}
        {isReady ? firstRunText.sandboxReady : firstRunText.noSandbox}
      </h2>
      <p>
        {isReady
          ? firstRunText.sandboxMeaning
          : `${status.sentence} ${status.fix} ${firstRunText.noSandboxMeaning}`}
      </p>
    </section>
  );
}
