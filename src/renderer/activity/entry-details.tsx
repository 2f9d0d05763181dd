/** An opened entry: what was wished, what was decided and why, what became of it, and when. */
import { useEffect, useState, type ReactNode } from 'react';
import type { EntryView } from '../../shared/ledger/entry.ts';
import { changesIn } from '../../shared/ledger/entry-changes.ts';
import { isAnswer } from '../../shared/asks/no-answer.ts';
import type { EntryLines } from '../../shared/ipc/main-window.ts';
import { bridge } from '../app/bridge.ts';
import { ruleFromEntry } from '../app/commands.ts';
import { Fact } from '../ui/fact.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { fullTime } from '../text/times.ts';
import { ChangedFiles } from '../files/changed-files.tsx';
import { EntrySteps } from './entry-steps.tsx';
import { codeSentence, outcomeSentence } from './entry-words.ts';
import type { Narrow } from './narrow.ts';
import { ReplayButton } from './replay-button.tsx';
import { ShownPrompt } from './shown-prompt.tsx';

interface EntryDetailsProps {
  readonly entry: EntryView;
  onNarrow(narrow: Narrow): void;
}

export function EntryDetails({ entry, onNarrow }: EntryDetailsProps) {
  const story = useEntryLines(entry);
  const { sessionId, actor } = entry;
  const known = story === null || story === 'none' ? null : story;
  const by = known ? carriedOutBy(known) : undefined;
  const from = known?.lines.find((line) => line.remote !== undefined)?.remote;
  return (
    <div className="entry-details" role="row">
      <div role="cell">
        <dl className="facts">
          <Fact name="Time">{fullTime(Date.parse(entry.ts))}</Fact>
          <Fact name="Agent">
            <VisibleText text={actor} />{' '}
            <Only onClick={() => onNarrow({ facet: 'actors', value: actor })}>Only this agent</Only>
          </Fact>
          {from !== undefined && <Fact name="Remote address">{textOrNone(from)}</Fact>}
          <Fact name="Subject">{textOrNone(entry.subject)}</Fact>
          <Fact name="Outcome">
            {outcomeSentence(entry)}{' '}
            {entry.code !== null && (
              <>
                <code>
                  <VisibleText text={entry.code} atMost={60} />
                </code>{' '}
                {codeSentence(entry.code)}
              </>
            )}
          </Fact>
          {by !== undefined && <Fact name="Carried out by">{textOrNone(by)}</Fact>}
          {isNew(entry) && <Fact name="In words">{textOrNone(entry.detail)}</Fact>}
          <Fact name="Session">
            {textOrNone(sessionId)}{' '}
            {sessionId !== null && (
              <>
                <Only onClick={() => onNarrow({ facet: 'sessions', value: sessionId })}>
                  Only this session
                </Only>{' '}
                <ReplayButton sessionId={sessionId} actor={actor} entry={entry.entry} />
              </>
            )}
          </Fact>
          <Fact name="Entry">
            <code>{`#${entry.seq} ${entry.entry}`}</code>
          </Fact>
        </dl>
        {canHaveRule(entry) && (
          <button
            type="button"
            className="button entry-rule"
            onClick={() => void ruleFromEntry(entry.entry)}
          >
            Create rule…
          </button>
        )}
        {story === 'none' && <p className="page-note">Could not load the details.</p>}
        {story !== null && story !== 'none' && <Story entry={entry.entry} story={story} />}
      </div>
    </div>
  );
}

/** Rules speak of calls; of access the person decides each time. */
const canHaveRule = ({ outcome, action }: EntryView): boolean =>
  outcome !== 'note' && action !== 'request_access';

function Story({ entry, story }: { readonly entry: string; readonly story: EntryLines }) {
  return (
    <>
      <ShownPrompt story={story} />
      <ChangedFiles entry={entry} changes={changesIn(story.lines)} />
      <EntrySteps lines={story.lines} />
    </>
  );
}

/** Whether the detail says what is not said already. */
const isNew = ({ detail, subject, code }: EntryView): boolean =>
  detail !== null && detail !== subject && (code === null || detail !== codeSentence(code));

/** Only the outcome says it, and not where nobody began. */
const carriedOutBy = ({ lines }: EntryLines): string | undefined =>
  lines.findLast((line) => line.carried_out_by !== undefined)?.carried_out_by;

/** Read again when the entry has grown; null until it is there. */
function useEntryLines({ entry, lastSeq }: EntryView): EntryLines | 'none' | null {
  const [story, setEntryLines] = useState<EntryLines | 'none' | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      const reply = await bridge.command('activity:entry', { entry }).catch(() => null);
      if (isWanted) setEntryLines(reply !== null && isAnswer(reply) ? reply : 'none');
    };
    void load();
    return () => void (isWanted = false);
  }, [entry, lastSeq]);
  return story;
}

function Only({ onClick, children }: { onClick(): void; readonly children: string }) {
  return (
    <button type="button" className="link-button" onClick={onClick}>
      {children}
    </button>
  );
}

function textOrNone(text: string | null): ReactNode {
  return text === null || text === '' ? '–' : <VisibleText text={text} atMost={4096} />;
}
