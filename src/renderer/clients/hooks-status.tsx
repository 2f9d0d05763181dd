/** On a card: whether the client's own tools are under the gate, and what could be wrong with that. */
import { useState } from 'react';
import type { ClientCard, HooksCard } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { ago } from '../text/times.ts';
import { shortPath } from '../text/short-path.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { fill } from '../ui/fill.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { clientsText } from './clients-text.ts';

interface HooksStatusProps {
  readonly card: ClientCard;
  readonly hooks: HooksCard;
  readonly home: string;
  readonly now: number;
  onRepair(): void;
}

export function HooksStatus({ card, hooks, home, now, onRepair }: HooksStatusProps) {
  const { state } = hooks;
  if (state.kind === 'off') return null;
  const isBroken = state.kind === 'broken';
  const isWarning = isBroken || hooks.switchedOff.length > 0;
  return (
    <section className="hooks-status" aria-label={clientsText.hooksOf(card.name)}>
      <p className="hooks-head" data-tone={isWarning ? 'warning' : 'plain'}>
        <Icon name={isWarning ? 'warning' : 'check'} />
        <span>
          <b>{clientsText.hooksUnderTheGate}</b> {stateLine(hooks, now)}
        </span>
      </p>
      <Trust hooks={hooks} />
      {hooks.switchedOff.map(({ file, setting }) => (
        <p key={file} className="client-note" data-tone="warning">
          {fill(clientsText.switchedOffIn, {
            setting: <code>{setting}</code>,
            file: <PathText path={shortPath(file, home)} />,
          })}
        </p>
      ))}
      <Versions card={card} hooks={hooks} />
      <Switches hooks={hooks} />
      <div className="client-acts">
        {isBroken && (
          <button
            type="button"
            className="button primary-button"
            aria-label={clientsText.repairHooksLabel(card.name)}
            onClick={onRepair}
          >
            {clientsText.repairHooks}
          </button>
        )}
        {hooks.trust.kind !== 'none' && <CheckButton name={card.name} />}
      </div>
    </section>
  );
}

function stateLine({ state }: HooksCard, now: number): string {
  switch (state.kind) {
    case 'off':
      return '';
    case 'waiting':
      return clientsText.hooksWaiting;
    case 'seen':
      return clientsText.hooksSeen(ago(Math.max(0, now - state.at)));
    case 'broken':
      return clientsText.hooksBroken(state.why);
  }
}

/** That it is not trusted is the state of the hooks, above. */
function Trust({ hooks: { trust } }: { readonly hooks: HooksCard }) {
  switch (trust.kind) {
    case 'none':
    case 'untrusted':
      return null;
    case 'unchecked':
      return <p className="client-found">{clientsText.hooksUnchecked}</p>;
    case 'trusted':
      return <p className="client-found">{clientsText.hooksTrusted}</p>;
    case 'unknown':
      return (
        <p className="client-note" data-tone="warning">
          <VisibleText text={clientsText.hooksTrustUnknown(trust.why)} atMost={400} />
        </p>
      );
  }
}

function Versions({ card, hooks }: { readonly card: ClientCard; readonly hooks: HooksCard }) {
  const { testedVersion, installedVersion, isNewerThanTested } = hooks;
  if (testedVersion === null)
    return <p className="client-found">{clientsText.hooksUntested(card.name)}</p>;
  if (!isNewerThanTested || installedVersion === null) return null;
  return (
    <p className="client-found">{clientsText.newerThanTested(installedVersion, testedVersion)}</p>
  );
}

function Switches({ hooks: { otherSwitches, managed } }: { readonly hooks: HooksCard }) {
  return (
    <details className="hooks-more">
      <summary>{clientsText.whatCanSwitchOff}</summary>
      <p>
        {clientsText.underTheGateLimit} {clientsText.otherSwitches(otherSwitches)}
      </p>
      {managed && (
        <>
          <p>{fill(clientsText.managedIntro, { file: <PathText path={managed.file} /> })}</p>
          <div className="copy-line">
            <code className="managed-text">{managed.text.trim()}</code>
            <CopyButton text={managed.text} what={clientsText.managedName} />
          </div>
          <p>{managed.meaning}</p>
        </>
      )}
    </details>
  );
}

function CheckButton({ name }: { readonly name: string }) {
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    await bridge.command('clients:check-hooks').catch(() => undefined);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button"
      aria-label={clientsText.checkHooksLabel(name)}
      disabled={isBusy}
      onClick={() => void check()}
    >
      {clientsText.checkHooks}
    </button>
  );
}
