/** What would become of a file: lines that go and lines that come, each with its sign. */
import type { ShownChange } from '../../shared/asks.ts';
import { diffRuns } from '../words/diff-runs.ts';
import { PathText } from './path-text.tsx';
import { VisibleText } from './visible-text.tsx';

export function DiffText({ change }: { readonly change: ShownChange }) {
  const { path, diff, isProtected } = change;
  return (
    <section className="diff" aria-label={`Change of ${path}`}>
      <h3 className="diff-path" data-protected={isProtected}>
        <PathText path={path} />
        {isProtected && <span className="diff-note">protected</span>}
      </h3>
      <pre className="diff-lines" dir="ltr">
        {diffRuns(diff).map(({ kind, text }, index) => (
          <span key={index} className="diff-run" data-kind={kind}>
            <VisibleText text={text} atMost={Infinity} dir="ltr" keepLines />
          </span>
        ))}
      </pre>
    </section>
  );
}
