/** "claude-code wants to work in harbour for 1 hour". The folder's whole path appears on hover. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { agentPrograms } from '../../../shared/agents/agent-programs.ts';
import { rootPart } from '../../../shared/asks/required-reading.ts';
import { folderName } from '../../text/place-names.ts';
import { fill } from '../../ui/fill.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import {
  accessText,
  isFolderInSentence,
  longSpan,
  sentencePattern,
  unbroken,
} from './access-text.ts';

export function AccessSentence({ ask }: { readonly ask: AccessAsk }) {
  return (
    <span className="access-sentence">
      {fill(sentencePattern(ask), {
        agent: <b className="ask-who">{nameOf(ask)}</b>,
        place: <Place ask={ask} />,
        span: unbroken(longSpan(ask.requestedSeconds)),
      })}
    </span>
  );
}

/** Gatehouse starts it itself, so its name is no claim. */
const nameOf = ({ run, agent }: AccessAsk): string =>
  run ? agentPrograms[run.agent].title : agent.clientId;

function Place({ ask }: { readonly ask: AccessAsk }) {
  const [root = ''] = ask.roots;
  if (!isFolderInSentence(ask)) return <b>{accessText.folderCount(ask.roots.length)}</b>;
  return (
    <b title={root} data-read={rootPart(root)}>
      <VisibleText text={folderName(root)} />
    </b>
  );
}
