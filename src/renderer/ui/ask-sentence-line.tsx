import type { AccessAsk } from '../../shared/access/access.ts';
import type { Ask } from '../../shared/asks/asks.ts';
import { askSentence, confirmDeed } from '../text/ask-sentence.ts';
import { PathText } from './path-text.tsx';
import { VisibleText } from './visible-text.tsx';

export function AskSentenceLine({ ask }: { readonly ask: Ask }) {
  if (ask.kind === 'access') return <AccessSentence ask={ask} />;
  return (
    <>
      <b className="ask-who">{ask.agent.clientId}</b> wants to{' '}
      <VisibleText text={confirmDeed(ask)} />
    </>
  );
}

function AccessSentence({ ask }: { readonly ask: AccessAsk }) {
  const { who, deed, place } = askSentence(ask);
  return (
    <>
      <b className="ask-who">{who}</b> wants to {deed}
      {place.kind === 'path' && (
        <>
          {' '}
          in <PathText path={place.path} />
        </>
      )}
      {place.kind === 'count' && ` in ${place.text}`}
    </>
  );
}
