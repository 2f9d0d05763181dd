/** The effects of a call, and what a yes for the session would cover. */
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { isLongForSession } from '../../../shared/asks/required-reading.ts';
import { withShortPaths } from '../../text/place-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EffectLine } from '../frame/effect-line.tsx';
import { historyNote } from '../frame/frame-text.ts';
import { confirmText, effectText } from './confirm-text.ts';
import { effectsOf } from './effects.ts';

interface EffectLinesProps {
  readonly ask: ConfirmAsk;
  readonly history: AskHistory;
}

const noteOf = ({ command }: ConfirmAsk, history: AskHistory): string =>
  command?.sandbox?.kind === 'sandboxed' ? effectText.inTheSandbox : historyNote(history);

export function EffectLines({ ask, history }: EffectLinesProps) {
  const { lines, more } = effectsOf(ask);
  return (
    <div className="effect-lines">
      {ask.recoverability !== null && (
        <p className="recoverability" data-read="recoverability">
          <VisibleText text={withShortPaths(ask.recoverability, ask.folders)} atMost={Infinity} />
        </p>
      )}
      {lines.map(({ text, tone }, index) => (
        <EffectLine
          key={text}
          {...{ text, tone, piece: index }}
          note={index === 0 ? noteOf(ask, history) : undefined}
        />
      ))}
      {more > 0 && <p className="effect-more">{confirmText.moreReasons(more)}</p>}
    </div>
  );
}

/** Only where the button cannot show all of it. */
export function SessionMeaning({ ask }: { readonly ask: ConfirmAsk }) {
  if (ask.forSession === null || !isLongForSession(ask)) return null;
  return (
    <p className="session-meaning" data-read="session">
      {confirmText.allSessionMeans}{' '}
      <VisibleText text={withShortPaths(ask.forSession, ask.folders)} atMost={Infinity} />
    </p>
  );
}
