/** The first line of every ask: who asks, where, and how long it waits. */
import { agentPrograms } from '../../../shared/agents/agent-programs.ts';
import type { Agent } from '../../../shared/access/access.ts';
import type { Ask } from '../../../shared/asks/asks.ts';
import { isCallerChanged } from '../../text/caller-words.ts';
import { hasOwnKey } from '../../text/claim.ts';
import { folderName } from '../../text/place-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { clockWords, frameText } from './frame-text.ts';

interface AskHeadProps {
  readonly ask: Ask;
  /** The folder it works in; null where the sentence names it, or there is none. */
  readonly folder: string | null;
  readonly moreWaiting: number;
  readonly now: number;
  /** The deadline is paused until then. */
  readonly pausedUntil: number;
}

export function AskHead({ ask, folder, moreWaiting, now, pausedUntil }: AskHeadProps) {
  return (
    <div className="ask-head">
      <span className="client-tile">
        <Icon name="clients" />
      </span>
      <span className="ask-who" data-read="who">
        <b title={ask.agent.clientId}>{nameIn(ask)}</b>
        <WhoNote agent={ask.agent} isAlwaysSaid={folder === null} />
      </span>
      {folder !== null && (
        <span className="ask-where" title={folder}>
          <Icon name="folder" />
          <span>
            <VisibleText text={folderName(folder)} atMost={80} />
          </span>
        </span>
      )}
      <span className="ask-more-waiting" role="status">
        {moreWaiting > 0 && frameText.moreWaiting(moreWaiting)}
      </span>
      <Countdown ask={ask} now={now} pausedUntil={pausedUntil} />
      <span className="ask-mark" title={frameText.gatehouse}>
        <Icon name="mark" />
      </span>
    </div>
  );
}

/** Its key; of an agent that Gatehouse itself starts, the program, since its key is a number of the folder. */
const nameIn = (ask: Ask): string =>
  ask.kind === 'access' && ask.run ? agentPrograms[ask.run.agent].title : ask.agent.clientId;

/** Said in every request for access; with a single call only where something is unusual. */
function WhoNote({
  agent,
  isAlwaysSaid,
}: {
  readonly agent: Agent;
  readonly isAlwaysSaid: boolean;
}) {
  const danger = isCallerChanged(agent)
    ? frameText.programChanged
    : agent.remote === undefined
      ? null
      : frameText.fromAnotherComputer;
  if (danger !== null)
    return (
      <span className="who-danger">
        <Icon name="warning" /> {danger}
      </span>
    );
  if (!hasOwnKey(agent)) return <span className="who-unknown">{frameText.unverified}</span>;
  if (!isAlwaysSaid) return null;
  if (agent.verified === null)
    return <span className="who-unknown">{frameText.programUnknown}</span>;
  return (
    <span className="who-verified">
      <Icon name="shield" /> {frameText.verified}
    </span>
  );
}

function Countdown({ ask, now, pausedUntil }: Pick<AskHeadProps, 'ask' | 'now' | 'pausedUntil'>) {
  const left = Math.max(0, ask.deadline - Math.max(now, pausedUntil));
  const part = Math.min(1, left / Math.max(1, ask.deadline - ask.askedAt));
  const words = clockWords(left);
  const name = frameText.expiresIn(words, now < pausedUntil);
  return (
    <span className="countdown" role="timer" aria-label={name} title={name}>
      <svg className="icon countdown-ring" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" pathLength="100" strokeDasharray={`${part * 100} 100`} />
      </svg>
      {words}
    </span>
  );
}
