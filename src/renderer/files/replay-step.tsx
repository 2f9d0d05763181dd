import type { ReplayStep } from '../../shared/files/file-history.ts';
import { deciderWord } from '../activity/activity-text.ts';
import { OutcomeMark } from '../activity/outcome-mark.tsx';
import { Fact } from '../ui/fact.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { fullTime, tookWords } from '../text/times.ts';
import { ChangedFiles } from './changed-files.tsx';
import { filesText, stepSentence } from './files-text.ts';
import { RunSection } from './run-section.tsx';

export function ReplayStepView({ step }: { readonly step: ReplayStep }) {
  const { entry, changes, run } = step;
  const { rule, durationMs, detail } = entry;
  return (
    <section className="replay-step" aria-label={filesText.thisStep}>
      <h3>
        <VisibleText text={stepSentence(step)} atMost={600} />
      </h3>
      <dl className="facts">
        <Fact name={filesText.outcome}>
          <OutcomeMark entry={entry} />
        </Fact>
        <Fact name={filesText.decidedBy}>
          {deciderWord(entry)}
          {rule !== null && (
            <>
              {' '}
              (<VisibleText text={rule} />)
            </>
          )}
        </Fact>
        <Fact name={filesText.duration}>{durationMs === null ? '–' : tookWords(durationMs)}</Fact>
        <Fact name={filesText.time}>{fullTime(Date.parse(entry.ts))}</Fact>
        {detail !== null && (
          <Fact name={filesText.inWords}>
            <VisibleText text={detail} atMost={1_000} />
          </Fact>
        )}
      </dl>
      {changes.length === 0 && <p className="page-note">{filesText.noFileChanges}</p>}
      {run && <RunSection entry={entry.entry} run={run} at={Date.parse(entry.ts)} />}
      <ChangedFiles entry={entry.entry} changes={changes} />
    </section>
  );
}
