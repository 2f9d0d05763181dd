import type { AccessAsk } from '../../shared/access/access.ts';
import type { Ask, ShownHeldBack } from '../../shared/asks/asks.ts';
import {
  askSentence,
  confirmAction,
  heldBackName,
  heldBackVerb,
  serverInputSentence,
} from '../text/ask-sentence.ts';
import { folderName } from '../text/place-names.ts';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';
import { fill } from './fill.ts';

export function AskSentenceLine({ ask }: { readonly ask: Ask }) {
  if (ask.kind === 'access') return <AccessSentence ask={ask} />;
  if (ask.heldBack) return <HeldBackSentence heldBack={ask.heldBack} />;
  if (ask.serverInput) return <>{serverInputSentence(ask.serverInput)}</>;
  return (
    <>
      {fill(uiText.wantsTo, {
        agent: <b className="ask-who">{ask.agent.clientId}</b>,
        action: <VisibleText text={confirmAction(ask)} />,
      })}
    </>
  );
}

function HeldBackSentence({ heldBack }: { readonly heldBack: ShownHeldBack }) {
  return (
    <>
      {heldBackVerb(heldBack)}{' '}
      <b>
        <VisibleText text={heldBackName(heldBack)} />
      </b>
    </>
  );
}

function AccessSentence({ ask }: { readonly ask: AccessAsk }) {
  const { who, action, place } = askSentence(ask);
  return (
    <>
      {fill(uiText.wantsTo, { agent: <b className="ask-who">{who}</b>, action: action })}
      {place.kind === 'path' && fill(uiText.inFolder, { folder: <Folder path={place.path} /> })}
      {place.kind === 'count' && fill(uiText.inFolder, { folder: place.text })}
    </>
  );
}

/** By its name; the whole path appears on hover. */
function Folder({ path }: { readonly path: string }) {
  return (
    <b title={path}>
      <VisibleText text={folderName(path)} />
    </b>
  );
}
