/** Where words for an answer are typed; the answer's own button stands beside them. */
import type { AskAnswer, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { actionName } from './confirm-text.ts';
import { whyNotLabel, WordsBox } from '../frame/message-box.tsx';
import { confirmText } from './confirm-text.ts';
import { fill } from '../../ui/fill.ts';

export type PanelName = 'why' | 'change' | 'kind' | 'always';

interface ConfirmPanelProps {
  readonly name: Exclude<PanelName, 'always'>;
  readonly ask: ConfirmAsk;
  readonly text: string;
  readonly isNew: boolean;
  onChange(text: string): void;
  onSend(answer: AskAnswer): void;
}

export function ConfirmPanel({ name, ask, ...rest }: ConfirmPanelProps) {
  switch (name) {
    case 'why':
      return <WordsBox label={whyNotLabel} text={rest.text} onChange={rest.onChange} />;
    case 'change':
      return <ChangePanel {...rest} />;
    case 'kind':
      return <KindPanel ask={ask} {...rest} />;
  }
}

function ChangePanel(props: Omit<ConfirmPanelProps, 'name' | 'ask'>) {
  const { text, isNew, onChange, onSend } = props;
  const words = text.trim();
  return (
    <section className="ask-panel" aria-label={confirmText.askForChangeTitle}>
      <WordsBox
        label={confirmText.askForChangeExplanation}
        text={text}
        isRequired
        onChange={onChange}
      />
      <button
        type="button"
        className="button"
        disabled={words === ''}
        aria-disabled={isNew}
        onClick={() => onSend({ kind: 'change', text: words })}
      >
        {words === '' ? confirmText.changeIsEmpty : confirmText.sendChange}
      </button>
    </section>
  );
}

function KindPanel(props: Omit<ConfirmPanelProps, 'name'>) {
  const { ask, text, isNew, onChange, onSend } = props;
  return (
    <section className="ask-panel" aria-label={confirmText.denyKindTitle}>
      <p>{fill(confirmText.denyKindExplanation, { code: <code>{actionName(ask)}</code> })}</p>
      <WordsBox label={confirmText.denyKindReason} text={text} onChange={onChange} />
      <button
        type="button"
        className="button deny-button"
        aria-disabled={isNew}
        onClick={() => onSend({ kind: 'deny-kind', reason: text.trim() })}
      >
        {confirmText.denyKindVerb(actionName(ask))}
      </button>
    </section>
  );
}
