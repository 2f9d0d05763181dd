/** An opened entry: the request, the decision and its reason, the outcome, and when. */
import { useEffect, useState, type ReactNode } from 'react';
import type { EntryView } from '../../shared/ledger/entry.ts';
import { changesIn, runIn } from '../../shared/ledger/entry-changes.ts';
import { isAnswer } from '../../shared/asks/no-answer.ts';
import type { EntryLines } from '../../shared/ipc/main-window.ts';
import { bridge } from '../app/bridge.ts';
import { ruleFromEntry } from '../app/commands.ts';
import { Fact } from '../ui/fact.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { fullTime } from '../text/times.ts';
import { ChangedFiles } from '../files/changed-files.tsx';
import { RunSection } from '../files/run-section.tsx';
import { EntrySteps } from './entry-steps.tsx';
import { activityText, codeSentence, outcomeSentence, sandboxIn } from './activity-text.ts';
import type { Narrow } from './narrow.ts';
import { ReplayButton } from './replay-button.tsx';
import { ShownPrompt } from './shown-prompt.tsx';

interface EntryDetailsProps {
  readonly entry: EntryView;
  onNarrow(narrow: Narrow): void;
}

export function EntryDetails({ entry, onNarrow }: EntryDetailsProps) {
  const entryLines = useEntryLines(entry);
  const { sessionId, actor } = entry;
  const known = entryLines === null || entryLines === 'none' ? null : entryLines;
  const by = known ? carriedOutBy(known) : undefined;
  const sandbox = known ? sandboxIn(known.lines) : undefined;
  const from = known?.lines.find((line) => line.remote !== undefined)?.remote;
  return (
    <div className="entry-details" role="row">
      <div role="cell">
        <dl className="facts">
          <Fact name={activityText.time}>{fullTime(Date.parse(entry.ts))}</Fact>
          <Fact name={activityText.agent}>
            <VisibleText text={actor} />{' '}
            <Only onClick={() => onNarrow({ facet: 'actors', value: actor })}>
              {activityText.onlyThisAgent}
            </Only>
          </Fact>
          {from !== undefined && <Fact name={activityText.remoteAddress}>{textOrNone(from)}</Fact>}
          <Fact name={activityText.subject}>{textOrNone(entry.subject)}</Fact>
          <Fact name={activityText.outcome}>
            {outcomeSentence(entry)} {entry.code !== null && <ErrorCode code={entry.code} />}
          </Fact>
          {by !== undefined && <Fact name={activityText.carriedOutBy}>{textOrNone(by)}</Fact>}
          {sandbox !== undefined && <Fact name={activityText.sandbox}>{textOrNone(sandbox)}</Fact>}
          {isNew(entry) && <Fact name={activityText.inWords}>{textOrNone(entry.detail)}</Fact>}
          <Fact name={activityText.session}>
            {textOrNone(sessionId)}{' '}
            {sessionId !== null && (
              <>
                <Only onClick={() => onNarrow({ facet: 'sessions', value: sessionId })}>
                  {activityText.onlyThisSession}
                </Only>{' '}
                <ReplayButton sessionId={sessionId} actor={actor} entry={entry.entry} />
              </>
            )}
          </Fact>
          <Fact name={activityText.entry}>
            <code>{`#${entry.seq} ${entry.entry}`}</code>
          </Fact>
        </dl>
        {canHaveRule(entry) && (
          <button
            type="button"
            className="button entry-rule"
            onClick={() => void ruleFromEntry(entry.entry)}
          >
            {activityText.createRule}
          </button>
        )}
        {entryLines === 'none' && <p className="page-note">{activityText.detailsNotLoaded}</p>}
        {entryLines !== null && entryLines !== 'none' && (
          <RecordedLines entry={entry.entry} entryLines={entryLines} />
        )}
      </div>
    </div>
  );
}

const ErrorCode = ({ code }: { readonly code: string }) => (
  <>
    <code>
      <VisibleText text={code} atMost={60} />
    </code>{' '}
    {codeSentence(code)}
  </>
);

/** Rules are for calls; the user decides about access each time. */
const canHaveRule = ({ outcome, action }: EntryView): boolean =>
  outcome !== 'note' && action !== 'request_access';

function RecordedLines({
  entry,
  entryLines,
}: {
  readonly entry: string;
  readonly entryLines: EntryLines;
}) {
  const run = runIn(entryLines.lines);
  const [first] = entryLines.lines;
  return (
    <>
      <ShownPrompt entryLines={entryLines} />
      {run && first && <RunSection entry={entry} run={run} at={Date.parse(first.ts)} />}
      <ChangedFiles entry={entry} changes={changesIn(entryLines.lines)} />
      <EntrySteps lines={entryLines.lines} />
    </>
  );
}

/** Whether the detail adds something that is not shown already. */
const isNew = ({ detail, subject, code }: EntryView): boolean =>
  detail !== null && detail !== subject && (code === null || detail !== codeSentence(code));

/** Only the outcome has it, and only if the call was started. */
const carriedOutBy = ({ lines }: EntryLines): string | undefined =>
  lines.findLast((line) => line.carried_out_by !== undefined)?.carried_out_by;

/** Loaded again when the entry changes; null until loaded. */
function useEntryLines({ entry, lastSeq }: EntryView): EntryLines | 'none' | null {
  const [entryLines, setEntryLines] = useState<EntryLines | 'none' | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      const reply = await bridge.command('activity:entry', { entry }).catch(() => null);
      if (isWanted) setEntryLines(reply !== null && isAnswer(reply) ? reply : 'none');
    };
    void load();
    return () => void (isWanted = false);
  }, [entry, lastSeq]);
  return entryLines;
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
