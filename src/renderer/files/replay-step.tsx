import type { ReplayStep } from '../../shared/files/file-history.ts';
import { deciderWord } from '../activity/entry-words.ts';
import { OutcomeMark } from '../activity/outcome-mark.tsx';
import { Fact } from '../ui/fact.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { fullTime, tookWords } from '../text/times.ts';
import { ChangedFiles } from './changed-files.tsx';
import { stepSentence } from './replay-words.ts';

export function ReplayStepView({ step }: { readonly step: ReplayStep }) {
  const { entry, changes } = step;
  const { rule, durationMs, detail } = entry;
  return (
    <section className="replay-step" aria-label="This step">
      <h3>
        <VisibleText text={stepSentence(step)} atMost={600} />
      </h3>
      <dl className="facts">
        <Fact name="Outcome">
          <OutcomeMark entry={entry} />
        </Fact>
        <Fact name="Decided by">
          {deciderWord(entry)}
          {rule !== null && (
            <>
              {' '}
              (<VisibleText text={rule} />)
            </>
          )}
        </Fact>
        <Fact name="Took">{durationMs === null ? '–' : tookWords(durationMs)}</Fact>
        <Fact name="Time">{fullTime(Date.parse(entry.ts))}</Fact>
        {detail !== null && (
          <Fact name="In words">
            <VisibleText text={detail} atMost={1_000} />
          </Fact>
        )}
      </dl>
      {changes.length === 0 && <p className="page-note">No recorded file changes in this step.</p>}
      <ChangedFiles entry={entry.entry} changes={changes} />
    </section>
  );
}
