/** Untrusted text as plain text nodes; what would hide or rearrange it shows as its code point. */
import { cutText, type TextRun } from '../words/text-runs.ts';

interface VisibleTextProps {
  readonly text: string;
  readonly atMost?: number;
  readonly keepLines?: boolean;
  /** By its own first letter unless told. A long text must be: a browser looks again at every piece. */
  readonly dir?: 'auto' | 'ltr';
}

export function VisibleText(props: VisibleTextProps) {
  const { text, atMost = 500, keepLines = false, dir = 'auto' } = props;
  // Both are islands; only one of them has to find out its direction.
  const Island = dir === 'ltr' ? 'span' : 'bdi';
  const { runs, cut } = cutText(text, { atMost, keepLines });
  return (
    <Island dir={dir}>
      {runs.map((run, index) => (
        <Run key={index} run={run} />
      ))}
      {cut > 0 && <span className="cut-note"> … {cut.toLocaleString()} more characters</span>}
    </Island>
  );
}

function Run({ run }: { readonly run: TextRun }) {
  if (run.kind === 'plain') return run.text;
  const times = run.times > 1 ? ` × ${run.times}` : '';
  return (
    <span className="hidden-mark">
      <span className="only-spoken">hidden character </span>
      {run.codePoint}
      {times}
    </span>
  );
}
