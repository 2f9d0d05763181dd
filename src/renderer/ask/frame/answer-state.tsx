import { Icon } from '../../ui/icons.tsx';
import type { Answering } from './use-answering.ts';

export function AnswerState({ answering }: { readonly answering: Answering }) {
  return (
    <div className="answer-state" role="alert">
      {answering.kind === 'refused' && (
        <p className="answer-refused">
          <Icon name="warning" /> {answering.why}
        </p>
      )}
      {answering.kind === 'recorded' && (
        <p className="answer-recorded">
          <Icon name="check" /> {answering.text}
        </p>
      )}
    </div>
  );
}
