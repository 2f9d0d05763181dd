import { memo } from 'react';
import { ArgvText } from '../../ui/argv-text.tsx';
import { DiffText } from '../../ui/diff-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CommandParts } from './command-parts.tsx';
import { linesTogether, withSigns, type FoldedEvidence } from './evidence.ts';
import { confirmText } from './confirm-text.ts';

/** Not drawn again with every tick of the clock: it can be very long. */
export const EvidenceView = memo(function EvidenceView({
  argv,
  parts,
  says,
  changes,
  texts,
  json,
}: FoldedEvidence) {
  return (
    <>
      {argv.length > 0 && <ArgvText argv={argv} />}
      {parts.length > 0 && <CommandParts parts={parts} />}
      {says !== '' && (
        <pre className="evidence-json" dir="ltr" aria-label={confirmText.projectCommand}>
          <ReadableText name="says" text={says} />
        </pre>
      )}
      {changes.map((change) => (
        <DiffText key={change.path} change={change} />
      ))}
      {json !== '' && (
        <pre className="evidence-json" dir="ltr">
          <ReadableText name="json" text={json} />
        </pre>
      )}
      {texts.map(({ name, text }) => (
        <section key={name}>
          <p className="diff-path" data-read="call" data-read-piece={`name ${name}`}>
            <VisibleText text={name} atMost={Infinity} dir="ltr" />
          </p>
          <pre className="evidence-json" dir="ltr">
            <ReadableText name={confirmText.namedText(name)} text={withSigns(text)} prose />
          </pre>
        </section>
      ))}
    </>
  );
});

interface ReadableTextProps {
  /** Which text of the call it is. */
  readonly name: string;
  readonly text: string;
  readonly prose?: boolean;
}

/** In pieces of whole lines, so that read pieces stay read when more is shown below. */
function ReadableText({ name, text, prose = false }: ReadableTextProps) {
  return linesTogether(text).map(({ firstLine, lines }) => (
    <span
      key={firstLine}
      className="evidence-lines"
      data-read="call"
      data-read-piece={`${name} ${firstLine} ${lines.length}`}
    >
      <VisibleText text={lines} atMost={Infinity} dir="ltr" keepLines prose={prose} />
    </span>
  ));
}
