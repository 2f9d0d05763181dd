/** Where words for an answer are typed; the answer's own button stands beside them. */
import type { AskAnswer, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { actionName } from './confirm-text.ts';
import { whyNotLabel, WordsBox } from '../frame/message-box.tsx';

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
    <section className="ask-panel" aria-label="Ask for a change">
      <WordsBox
        label="What should be different? This call will not run, and the agent gets your message."
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
        {words === '' ? 'Describe the change first' : "Don't run it; send this message"}
      </button>
    </section>
  );
}

function KindPanel(props: Omit<ConfirmPanelProps, 'name'>) {
  const { ask, text, isNew, onChange, onSend } = props;
  return (
    <section className="ask-panel" aria-label="Deny all calls like this">
      <p>
        This call and all further calls to <code>{actionName(ask)}</code> in this session are denied
        without asking you again.
      </p>
      <WordsBox label="Reason for the agent (optional)" text={text} onChange={onChange} />
      <button
        type="button"
        className="button deny-button"
        aria-disabled={isNew}
        onClick={() => onSend({ kind: 'deny-kind', reason: text.trim() })}
      >
        Deny every {actionName(ask)} in this session
      </button>
    </section>
  );
}
