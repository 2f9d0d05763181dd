/** An MCP server asks the user for input: its message, its form or page, and the answer. */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk, ShownServerInput } from '../../../shared/asks/asks.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskSentenceLine } from '../../ui/ask-sentence-line.tsx';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter, DenyButton } from '../frame/ask-footer.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { Detail, Details } from '../frame/details.tsx';
import { EffectLine } from '../frame/effect-line.tsx';
import { marksUnseen, timeIsUp, whyUnread } from '../frame/frame-text.ts';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { useAllowing, type Allowing } from '../frame/use-allowing.ts';
import { useAnswers, type Answers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useMore, type OpenMoreSection } from '../frame/use-more.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { InputFieldRow } from './input-field-row.tsx';
import {
  contentOf,
  initialValues,
  isMarkedInput,
  serverInputText,
  whyNotSubmitted,
  type TypedValues,
} from './server-input-text.ts';

interface ServerInputFormProps {
  readonly ask: ConfirmAsk;
  readonly input: ShownServerInput;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

export function ServerInputForm({ ask, input, moreWaiting, history }: ServerInputFormProps) {
  const now = useNow();
  const reading = useAskReading(ask);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const [typed, setTyped] = useState(() => initialValues(input.fields));
  const answers = useAnswers(ask);
  const isMarked = isMarkedInput(input);
  const obstacle =
    timeIsUp(ask, now) ??
    whyUnread(ask, reading) ??
    marksUnseen(isMarked, hasSeenMarks) ??
    whyNotSubmitted(input, typed);
  const allowing = useAllowing(answers, obstacle);
  const more = useMore(ask, reading.page, null);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={null}
      headline={<AskSentenceLine ask={ask} />}
      footer={<ServerInputFooter {...{ input, typed, answers, allowing, reading, more }} />}
      more={
        more.open === 'details' && (
          <Details ask={ask} history={history}>
            <Detail name={serverInputText.server}>{input.server}</Detail>
            {input.during !== null && (
              <Detail name={serverInputText.during}>
                <VisibleText text={input.during} />
              </Detail>
            )}
            <Detail name={serverInputText.unanswered}>{serverInputText.getsNothing}</Detail>
          </Details>
        )
      }
    >
      <ServerWords input={input} />
      <FormFields fields={input.fields} typed={typed} onChange={setTyped} />
      <InputEffects input={input} />
      {isMarked && (
        <MarksWarning
          where={serverInputText.theQuestion}
          hasSeen={hasSeenMarks}
          onChange={setSeenMarks}
        />
      )}
    </AskFrame>
  );
}

function ServerWords({ input }: { readonly input: ShownServerInput }) {
  return (
    <section className="server-words" data-read="call">
      <p className="server-words-by">{serverInputText.says(input.server)}</p>
      <p className="server-message">
        <VisibleText text={input.message} atMost={Infinity} keepLines prose />
      </p>
      {input.page && (
        <p className="server-page">
          <b>
            <VisibleText text={input.page.host} atMost={Infinity} command />
          </b>
          <code>
            <VisibleText text={input.page.url} atMost={300} command />
          </code>
        </p>
      )}
    </section>
  );
}

interface FormFieldsProps {
  readonly fields: ShownServerInput['fields'];
  readonly typed: TypedValues;
  onChange(typed: TypedValues): void;
}

function FormFields({ fields, typed, onChange }: FormFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <section className="input-fields" aria-label={serverInputText.form}>
      {fields.map((field) => (
        <InputFieldRow
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          onChange={(value) => onChange({ ...typed, [field.name]: value })}
        />
      ))}
    </section>
  );
}

function InputEffects({ input }: { readonly input: ShownServerInput }) {
  const { server, fields, page } = input;
  const isSecret = fields.some((field) => field.isSecret);
  const text = page ? serverInputText.page(page.host) : serverInputText.isSentTo(server);
  return (
    <div className="effect-lines">
      {isSecret && <EffectLine text={serverInputText.secret(server)} tone="warn" />}
      {!isSecret && <EffectLine text={text} tone="plain" icon={page ? 'globe' : 'server'} />}
    </div>
  );
}

interface ServerInputFooterProps {
  readonly input: ShownServerInput;
  readonly typed: TypedValues;
  readonly answers: Answers;
  readonly allowing: Allowing;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
}

function ServerInputFooter(props: ServerInputFooterProps) {
  const { input, typed, answers, allowing, reading, more } = props;
  const content = contentOf(input.fields, typed);
  return (
    <AskFooter {...{ answers, allowing, reading, more }} canReply={false}>
      <AllowButton allowing={allowing} answer={{ kind: 'submit', content: mutable(content) }}>
        {input.page ? serverInputText.openPage : serverInputText.submit}
      </AllowButton>
      <DenyButton
        answers={answers}
        label={serverInputText.decline}
        onDeny={() => answers.send({ kind: 'deny', reason: '' })}
      />
    </AskFooter>
  );
}

/** As the message to main wants it. */
const mutable = (content: ReturnType<typeof contentOf>) =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      typeof value === 'object' ? [...value] : value,
    ]),
  );
