/** What opens below the answers to a call: its details, a reply, or a rule that allows it always. */
import type { AskAnswer, AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import type { MoreSection } from '../frame/use-more.ts';
import { AlwaysPanel } from './always-panel.tsx';
import { ConfirmDetails } from './confirm-details.tsx';
import { ReplyPanel } from './reply-panel.tsx';

interface ConfirmMoreProps {
  readonly ask: ConfirmAsk;
  readonly open: MoreSection;
  readonly history: AskHistory;
  readonly now: number;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reply: string;
  setReply(text: string): void;
}

export function ConfirmMore(props: ConfirmMoreProps) {
  const { ask, open, history, now, allowing, answers, reply, setReply } = props;
  const onSend = (answer: AskAnswer): void => answers.send(answer);
  switch (open) {
    case 'details':
      return <ConfirmDetails ask={ask} history={history} />;
    case 'reply':
      return (
        <ReplyPanel
          ask={ask}
          text={reply}
          isNew={answers.isNew}
          onChange={setReply}
          onSend={onSend}
        />
      );
    case 'keep':
      return <AlwaysPanel ask={ask} now={now} allowing={allowing} />;
  }
}
