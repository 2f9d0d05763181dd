/** What an ended session's sandboxed programs left that can now run on the user's machine. */
import type { LeftBehindView } from '../../shared/sandbox/left-behind.ts';
import { PathText } from '../ui/path-text.tsx';
import { leftWords, sessionsText } from './sessions-text.ts';

export function SessionLeft({ left }: { readonly left: LeftBehindView }) {
  const { files, more } = left;
  return (
    <details className="session-left">
      <summary>{leftWords(files.length + more)}</summary>
      <ul aria-label={sessionsText.canNowRun}>
        {files.map(({ path, effect }) => (
          <li key={path}>
            <PathText path={path} /> <span className="card-facts">{effect}</span>
          </li>
        ))}
        {more > 0 && <li className="card-facts">{sessionsText.andMore(more)}</li>}
      </ul>
    </details>
  );
}
