/** Untrusted text as plain text nodes; hidden, reordering and look-alike characters are marked. */
import { cutText, type TextRun } from '../text/text-runs.ts';
import { markName } from '../text/mark-names.ts';
import { uiText } from './ui-text.ts';

interface VisibleTextProps {
  readonly text: string;
  readonly atMost?: number;
  readonly keepLines?: boolean;
  /** Sentences or file contents, in which typographic quotes and dashes are normal. */
  readonly prose?: boolean;
  /** A word of a command, in which they are not. */
  readonly command?: boolean;
  /** Detected from the text by default; set it for long texts, where detection is slow. */
  readonly dir?: 'auto' | 'ltr';
}

export function VisibleText(props: VisibleTextProps) {
  const { text, atMost = 500, keepLines = false, dir = 'auto' } = props;
  const { prose = false, command = false } = props;
  // Both are islands; only one of them has to find out its direction.
  const Isolated = dir === 'ltr' ? 'span' : 'bdi';
  const { runs, cut } = cutText(text, { atMost, keepLines, prose, command });
  return (
    <Isolated dir={dir}>
      {runs.map((run, index) => (
        <Run key={index} run={run} keepLines={keepLines} />
      ))}
      {cut > 0 && <span className="cut-note"> {uiText.moreCharacters(cut.toLocaleString())}</span>}
    </Isolated>
  );
}

interface RunProps {
  readonly run: TextRun;
  readonly keepLines: boolean;
}

function Run({ run, keepLines }: RunProps) {
  switch (run.kind) {
    case 'plain':
      return run.text;
    case 'hidden':
      return <HiddenMark codePoint={run.codePoint} times={run.times} />;
    case 'look-alike':
      return <LookAlikeMark {...run} />;
    case 'spaces':
      return <SpacesMark times={run.times} isLineEnd={keepLines} />;
  }
}

function HiddenMark({ codePoint, times }: { readonly codePoint: string; readonly times: number }) {
  const name = markName(codePoint);
  return (
    <span className="hidden-mark" title={name}>
      <span className="only-spoken">{uiText.hiddenCharacter(name)} </span>
      {codePoint}
      {times > 1 ? ` × ${times}` : ''}
    </span>
  );
}

interface LookAlikeMarkProps {
  readonly text: string;
  readonly like: string;
  readonly codePoints: string;
}

function LookAlikeMark({ text, like, codePoints }: LookAlikeMarkProps) {
  const words = `looks like “${like}” and is ${codePoints}`;
  return (
    <span className="look-alike-mark" title={words}>
      {text}
      <span className="only-spoken"> {words} </span>
      <span className="look-alike-code" aria-hidden="true">
        {codePoints}
      </span>
    </span>
  );
}

/** In a name they are said; at the end of a line of a file they are drawn faintly. */
function SpacesMark({ times, isLineEnd }: { readonly times: number; readonly isLineEnd: boolean }) {
  const words = times === 1 ? 'space' : `${times} spaces`;
  if (!isLineEnd) return <span className="hidden-mark">{words}</span>;
  return (
    <span className="space-dots" title={uiText.atEndOfLine(words)}>
      <span className="only-spoken"> {uiText.atEndOfLine(words)} </span>
      {'·'.repeat(Math.min(times, 40))}
      {times > 40 && ` × ${times}`}
    </span>
  );
}
