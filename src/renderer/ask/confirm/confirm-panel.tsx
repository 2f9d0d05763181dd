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
    <section className="ask-panel" aria-label={confirmText.askForAChange2}>
      <WordsBox
        label={confirmText.whatShouldBeDifferentThis}
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
        {words === '' ? confirmText.describeTheChangeFirst : confirmText.dontRunItSendThis}
      </button>
    </section>
  );
}

function KindPanel(props: Omit<ConfirmPanelProps, 'name'>) {
  const { ask, text, isNew, onChange, onSend } = props;
  return (
    <section className="ask-panel" aria-label={confirmText.denyAllCallsLikeThis2}>
      <p>{fill(confirmText.thisCallAndAllFurther, { code: <code>{actionName(ask)}</code> })}</p>
      <WordsBox label={confirmText.reasonForTheAgentOptional} text={text} onChange={onChange} />
      <button
        type="button"
        className="button deny-button"
        aria-disabled={isNew}
        onClick={() => onSend({ kind: 'deny-kind', reason: text.trim() })}
      >
        {confirmText.denyEveryInThisSession(actionName(ask))}
      </button>
    </section>
  );
}
