/** The lines of an entry in order, each with what it added and how long after the first it came. */
import type { AuditLine } from '../../shared/ledger/entry.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { stepFacts, stepName, stepTime } from './step-words.ts';

export function EntrySteps({ lines }: { readonly lines: readonly AuditLine[] }) {
  const [first] = lines;
  if (!first) return null;
  return (
    <ol className="entry-steps" aria-label="Steps of this entry">
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
              <summary>Recorded arguments</summary>
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
