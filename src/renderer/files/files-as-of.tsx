/** The files a session had touched by now, as they were then. */
import { useState } from 'react';
import type { FileContent, ReplayStep } from '../../shared/files/file-history.ts';
import { bridge } from '../app/bridge.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { changeWord, filesAsOf, nameOf, type FileAsOf } from './file-words.ts';
import { useReply } from './use-reply.ts';

interface FilesAsOfProps {
  readonly steps: readonly ReplayStep[];
  readonly at: number;
}

export function FilesAsOf({ steps, at }: FilesAsOfProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const files = filesAsOf(steps, at);
  const file = files.find(({ path }) => path === chosen);
  return (
    <section className="files-as-of" aria-label="Files as of this step">
      <h3>Files as of this step</h3>
      {files.length === 0 && <p className="page-note">No files changed up to this step.</p>}
      <ul>
        {files.map(({ path, step, change }) => (
          <li key={path}>
            <button
              type="button"
              className="file-button"
              aria-expanded={path === chosen}
              onClick={() => setChosen(path === chosen ? null : path)}
            >
              <PathText path={path} />
              <span className="page-note">
                {changeWord[change]} in step {step + 1}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {file && <ContentAsOf key={`${file.entry} ${file.path}`} file={file} />}
    </section>
  );
}

function ContentAsOf({ file: { entry, path, change } }: { readonly file: FileAsOf }) {
  const reply = useReply(`${entry} ${path}`, () =>
    bridge.command('files:content', { entry, path }),
  );
  if (change === 'deleted') return <p>The file was deleted at this point.</p>;
  if (reply === null) return <p className="page-note">Reading…</p>;
  const content: FileContent = reply === 'failed' ? { kind: 'lost' } : reply;
  if (content.kind === 'lost') return <p>Its content is no longer stored.</p>;
  if (content.kind === 'binary')
    return <p>Not text, or too large to show: {content.bytes.toLocaleString()} bytes.</p>;
  return (
    <div
      className="file-content"
      role="region"
      aria-label={`${nameOf(path)} as of this step`}
      tabIndex={0}
    >
      <pre>
        <VisibleText text={content.text} atMost={20_000} keepLines dir="ltr" />
      </pre>
      {content.cut > 0 && <p>… {content.cut.toLocaleString()} more characters</p>}
    </div>
  );
}
