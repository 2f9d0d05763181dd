/** A diff to read and to hear: signs and spoken words beside the colours. */
import type { ContentDiff, DiffHunk, DiffLine } from '../../shared/files/file-history.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { diffSummary, filesText } from './files-text.ts';

interface DiffViewProps {
  readonly diff: ContentDiff;
  /** The name of the compared file. */
  readonly name: string;
  /** Sentences, in which typographic quotes and dashes are normal. */
  readonly isProse?: boolean;
}

export function DiffView({ diff, name, isProse = false }: DiffViewProps) {
  return (
    <div className="diff">
      <p className="diff-summary">{diffSummary(diff)}</p>
      {diff.kind === 'text' && diff.hunks.length > 0 && (
        <div className="diff-scroll" role="region" aria-label={filesText.diffOf(name)} tabIndex={0}>
          {diff.hunks.map((hunk) => (
            <Hunk key={`${hunk.before}-${hunk.after}`} hunk={hunk} isProse={isProse} />
          ))}
          {diff.cut > 0 && (
            <p className="diff-cut">{filesText.moreLines(diff.cut.toLocaleString())}</p>
          )}
        </div>
      )}
    </div>
  );
}

function Hunk({ hunk, isProse }: { readonly hunk: DiffHunk; readonly isProse: boolean }) {
  return (
    <ol className="diff-hunk" aria-label={filesText.fromLine(hunk.after || hunk.before)}>
      {numbered(hunk).map(({ line, before, after }) => (
        <li key={`${before} ${after}`} data-kind={line.kind}>
          <span className="diff-number" aria-hidden="true">
            {before}
          </span>
          <span className="diff-number" aria-hidden="true">
            {after}
          </span>
          <span className="diff-sign" aria-hidden="true">
            {signs[line.kind]}
          </span>
          <span className="diff-text">
            {line.kind !== 'same' && <span className="only-spoken">{line.kind}: </span>}
            <VisibleText text={line.text} atMost={2_000} keepLines dir="ltr" prose={isProse} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: '', added: '+', removed: '−' };

interface NumberedLine {
  readonly line: DiffLine;
  readonly before: number | null;
  readonly after: number | null;
}

function numbered(hunk: DiffHunk): readonly NumberedLine[] {
  let { before, after } = hunk;
  return hunk.lines.map((line) => {
    const here = {
      line,
      before: line.kind === 'added' ? null : before,
      after: line.kind === 'removed' ? null : after,
    };
    if (line.kind !== 'added') before += 1;
    if (line.kind !== 'removed') after += 1;
    return here;
  });
}
