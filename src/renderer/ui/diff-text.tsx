/** What would become of a file: lines that go and lines that come, each with its sign. */
import type { ShownChange } from '../../shared/asks/asks.ts';
import { changePart } from '../../shared/asks/required-reading.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { diffRuns, lineCounts } from '../text/diff-runs.ts';
import { ShortPath } from './short-path.tsx';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';

interface DiffTextProps {
  readonly change: ShownChange;
  /** What the path is shown relative to. */
  readonly folders: readonly string[];
}

export function DiffText({ change, folders }: DiffTextProps) {
  const { path, diff, isProtected } = change;
  const runs = diffRuns(diff);
  const hasPlaces = runs.some(({ kind }) => kind === 'place');
  return (
    <section className="diff" aria-label={uiText.changeOf(visibleText(path))}>
      <h2
        className="diff-path"
        data-protected={isProtected}
        data-protected-hunk={isProtected && !hasPlaces ? '' : undefined}
        data-read={changePart(path)}
        data-read-piece="path"
      >
        <ShortPath path={path} folders={folders} />
        <span className="diff-note">
          {isProtected && <b>{uiText.protected}</b>} {lineCounts(diff)}
        </span>
      </h2>
      <pre className="diff-lines" dir="ltr">
        {runs.map(({ kind, text }, index) => (
          <span
            key={index}
            className="diff-run"
            data-kind={kind}
            data-protected-hunk={isProtected && kind === 'place' ? '' : undefined}
            data-read={changePart(path)}
            data-read-piece={`${index} ${text.length}`}
          >
            <VisibleText text={text} atMost={Infinity} dir="ltr" keepLines prose />
          </span>
        ))}
      </pre>
    </section>
  );
}
