import { memo } from 'react';
import { ArgvText } from '../ui/argv-text.tsx';
import { DiffText } from '../ui/diff-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { withSigns, type FoldedEvidence } from './evidence.ts';
import { useEndSeen } from './use-end-seen.ts';

/** Not drawn again with every tick of the clock: it can be very long. */
export const EvidenceView = memo(function EvidenceView({
  argv,
  says,
  changes,
  texts,
  json,
}: FoldedEvidence) {
  return (
    <>
      {argv.length > 0 && <ArgvText argv={argv} />}
      {says !== '' && (
        <pre className="evidence-json" dir="ltr" aria-label="What the project says that it runs">
          <VisibleText text={says} atMost={Infinity} dir="ltr" keepLines />
        </pre>
      )}
      {changes.map((change) => (
        <DiffText key={change.path} change={change} />
      ))}
      {json !== '' && (
        <pre className="evidence-json" dir="ltr">
          <VisibleText text={json} atMost={Infinity} dir="ltr" keepLines />
        </pre>
      )}
      {texts.map(({ name, text }) => (
        <section key={name}>
          <p className="diff-path">
            <VisibleText text={name} atMost={Infinity} dir="ltr" />
          </p>
          <pre className="evidence-json" dir="ltr">
            <VisibleText text={withSigns(text)} atMost={Infinity} dir="ltr" keepLines />
          </pre>
        </section>
      ))}
    </>
  );
});

/** Stands behind the last byte, and only where nothing is folded away. */
export function EvidenceEnd({ onSeen }: { onSeen(): void }) {
  return <div ref={useEndSeen(onSeen)} className="evidence-end" />;
}
