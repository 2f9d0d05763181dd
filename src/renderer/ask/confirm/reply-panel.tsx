/** A message to the agent. Nothing runs; Deny also sends it. */
import type { AskAnswer, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { fill } from '../../ui/fill.ts';
import { WordsBox } from '../frame/message-box.tsx';
import { actionName, confirmText } from './confirm-text.ts';

interface ReplyPanelProps {
  readonly ask: ConfirmAsk;
  readonly text: string;
  readonly isNew: boolean;
  /** False for a host: there is no action to deny for the session. */
  readonly canDenyKind?: boolean;
  onChange(text: string): void;
  onSend(answer: AskAnswer): void;
}

export function ReplyPanel(props: ReplyPanelProps) {
  const { ask, text, isNew, canDenyKind = true, onChange, onSend } = props;
  const words = text.trim();
  return (
    <section className="ask-panel" aria-label={confirmText.replyTitle}>
      <WordsBox label={confirmText.replyExplanation} text={text} onChange={onChange} />
      <div className="panel-answers">
        <button
          type="button"
          className="button"
          disabled={words === ''}
          aria-disabled={isNew}
          onClick={() => onSend({ kind: 'change', text: words })}
        >
          {confirmText.askForChange}
        </button>
        {canDenyKind && (
          <button
            type="button"
            className="button"
            aria-disabled={isNew}
            onClick={() => onSend({ kind: 'deny-kind', reason: words })}
          >
            {fill(confirmText.denyKind, { action: <code>{actionName(ask)}</code> })}
          </button>
        )}
      </div>
    </section>
  );
}
