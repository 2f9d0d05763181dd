import type { AccessAsk } from '../../shared/access.ts';
import { askSentence } from '../words/ask-sentence.ts';
import { PathText } from './path-text.tsx';

export function AskSentenceLine({ ask }: { readonly ask: AccessAsk }) {
  const { who, deed, place } = askSentence(ask);
  return (
    <>
      <b className="ask-who">{who}</b> wants to {deed} in{' '}
      {place.kind === 'path' ? <PathText path={place.path} /> : place.text}
    </>
  );
}
