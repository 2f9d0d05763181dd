/** Where words for an answer are typed; the answer's own button stands beside them. */
import type { AskAnswer, ConfirmAsk } from '../../shared/asks.ts';
import { actionName } from './confirm-words.ts';
import { whyNotLabel, WordsBox } from './words-box.tsx';

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
        label="What should be different? This call does not run; the agent reads your words."
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
        {words === '' ? 'Write what should change' : 'Do not run it; ask for this change'}
      </button>
    </section>
  );
}

function KindPanel(props: Omit<ConfirmPanelProps, 'name'>) {
  const { ask, text, isNew, onChange, onSend } = props;
  return (
    <section className="ask-panel" aria-label="Deny this kind">
      <p>
        This call and every further call of <code>{actionName(ask)}</code> in this session are
        refused, without asking you again.
      </p>
      <WordsBox label="Why not? The agent reads this (optional)." text={text} onChange={onChange} />
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
