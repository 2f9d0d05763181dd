/** The lines of an entry in order, each with its facts and the time since the first. */
import type { AuditLine } from '../../shared/ledger/entry.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { activityText, stepFacts, stepName, stepTime } from './activity-text.ts';

export function EntrySteps({ lines }: { readonly lines: readonly AuditLine[] }) {
  const [first] = lines;
  if (!first) return null;
  return (
    <ol className="entry-steps" aria-label={activityText.stepsOfThisEntry}>
      {lines.map((line) => (
        <li key={line.seq} data-phase={line.phase}>
          <p className="step-head">
            <b>{stepName(line)}</b>
            <span className="step-time">{stepTime(line, first)}</span>
          </p>
          <ul className="step-facts">
            {stepFacts(line).map(([name, value]) => (
              <li key={name}>
                <span className="step-fact">{name}</span> <VisibleText text={value} atMost={2048} />
              </li>
            ))}
          </ul>
          {line.args !== undefined && (
            <details className="step-args">
              <summary>{activityText.recordedArguments}</summary>
              <pre>
                <VisibleText
                  text={JSON.stringify(line.args, null, 2)}
                  atMost={8192}
                  keepLines
                  dir="ltr"
                />
              </pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
