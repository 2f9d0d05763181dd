import { memo } from 'react';
import { ArgvText } from '../../ui/argv-text.tsx';
import { DiffText } from '../../ui/diff-text.tsx';
import { ShortPath } from '../../ui/short-path.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CommandParts } from './command-parts.tsx';
import { linesTogether, withSigns, type FoldedEvidence, type NamedText } from './evidence.ts';
import { confirmText } from './confirm-text.ts';
import type { PartAnswers } from './use-part-answers.ts';

interface EvidenceViewProps extends FoldedEvidence {
  /** What paths are shown relative to. */
  readonly folders: readonly string[];
  /** Typed into a program, where a line break is Enter and a tab completes. */
  readonly areKeys: boolean;
  /** The answers for the parts of a line; null where it is answered as a whole. */
  readonly partAnswers: PartAnswers | null;
}

/** Not drawn again with every tick of the clock: it can be very long. */
export const EvidenceView = memo(function EvidenceView(props: EvidenceViewProps) {
  const { argv, parts, says, changes, rows, texts, json, folders, areKeys, partAnswers } = props;
  return (
    <>
      {argv.length > 0 && parts.length === 0 && <ArgvText argv={argv} />}
      {parts.length > 0 && <CommandParts parts={parts} control={partAnswers} />}
      {says !== '' && (
        <pre className="evidence-says" dir="ltr" aria-label={confirmText.projectCommand}>
          <ReadableText name="says" text={says} />
        </pre>
      )}
      {changes.map((change) => (
        <DiffText key={change.path} change={change} folders={folders} />
      ))}
      {rows.length > 0 && (
        <dl className="argument-rows">
          {rows.map((row) => (
            <ArgumentRow key={row.name} row={row} folders={folders} />
          ))}
        </dl>
      )}
      {json !== '' && (
        <pre className="evidence-json" dir="ltr">
          <ReadableText name="json" text={json} />
        </pre>
      )}
      {texts.map(({ name, text }) => (
        <section key={name}>
          {texts.length + rows.length > 1 && (
            <p className="diff-path" data-read="call" data-read-piece={`name ${name}`}>
              <VisibleText text={name} atMost={Infinity} dir="ltr" />
            </p>
          )}
          <pre className="evidence-json" dir="ltr">
            <ReadableText
              name={confirmText.namedText(name)}
              text={areKeys ? withSigns(text) : text}
              prose
            />
          </pre>
        </section>
      ))}
    </>
  );
});

interface ArgumentRowProps {
  readonly row: NamedText;
  readonly folders: readonly string[];
}

function ArgumentRow({ row: { name, text }, folders }: ArgumentRowProps) {
  return (
    <div data-read="call" data-read-piece={`row ${name}`}>
      <dt>
        <VisibleText text={name} atMost={Infinity} dir="ltr" />
      </dt>
      <dd>
        {text === '' ? (
          <i>{confirmText.emptyValue}</i>
        ) : /^(?:\/|[A-Z]:\\)/.test(text) ? (
          <ShortPath path={text} folders={folders} />
        ) : (
          <VisibleText text={text} atMost={Infinity} dir="ltr" command />
        )}
      </dd>
    </div>
  );
}

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
