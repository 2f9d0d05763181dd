/** What opens below the answers to a request: its details, or a reply that Deny sends. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import type { AskHistory } from '../../../shared/asks/asks.ts';
import { Detail, Details } from '../frame/details.tsx';
import { whyNotLabel, WordsBox } from '../frame/message-box.tsx';
import type { MoreSection } from '../frame/use-more.ts';
import type { NoSandbox } from '../../../shared/sandbox/sandbox-status.ts';
import { notRestored, runsCode } from '../../text/sandbox-words.ts';
import { accessText, isFolderInSentence, presetWords } from './access-text.ts';
import { RootField } from './root-field.tsx';
import type { ChoiceControls } from './use-selection.ts';

interface AccessMoreProps {
  readonly ask: AccessAsk;
  readonly open: MoreSection;
  readonly history: AskHistory;
  readonly controls: ChoiceControls;
  readonly hasSandbox: boolean;
  readonly noSandbox?: NoSandbox | undefined;
  readonly reply: string;
  setReply(text: string): void;
}

export function AccessMore(props: AccessMoreProps) {
  const { ask, open, history, controls, hasSandbox, noSandbox, reply, setReply } = props;
  if (open === 'reply')
    return (
      <section className="ask-panel">
        <WordsBox label={whyNotLabel} text={reply} onChange={setReply} />
      </section>
    );
  return (
    <Details ask={ask} history={history}>
      {noSandbox && ask.scopes.some(runsCode) && (
        <Detail name={accessText.sandbox}>
          {noSandbox.sentence} {noSandbox.fix}
        </Detail>
      )}
      {isFolderInSentence(ask) && (
        <Detail name={accessText.folder}>
          <RootField ask={ask} controls={controls} isRepeated />
        </Detail>
      )}
      <Detail name={accessText.scopes}>
        {accessText.like(presetWords(ask.scopes))} <code>{ask.scopes.join(', ')}</code>
      </Detail>
      {hasSandbox && ask.scopes.some(runsCode) && (
        <Detail name={accessText.sandbox}>
          {accessText.commandsInSandbox} {notRestored}
        </Detail>
      )}
    </Details>
  );
}
