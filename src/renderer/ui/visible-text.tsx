/** Untrusted text as plain text nodes; what would hide or rearrange it shows as its code point. */
import { cutText, type TextRun } from '../words/text-runs.ts';

interface VisibleTextProps {
  readonly text: string;
  readonly atMost?: number;
  readonly keepLines?: boolean;
}

export function VisibleText({ text, atMost = 500, keepLines = false }: VisibleTextProps) {
  const { runs, cut } = cutText(text, { atMost, keepLines });
  return (
    <bdi>
      {runs.map((run, index) => (
        <Run key={index} run={run} />
      ))}
      {cut > 0 && <span className="cut-note"> … {cut.toLocaleString()} more characters</span>}
    </bdi>
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
