/** The files a session had touched by now, as they were then. */
import { useState } from 'react';
import type { FileContent, ReplayStep } from '../../shared/files/file-history.ts';
import { bridge } from '../app/bridge.ts';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { changeWord, type FileAsOf, filesAsOf, filesText, nameOf } from './files-text.ts';
import { useReply } from './use-reply.ts';

interface FilesAsOfProps {
  readonly steps: readonly ReplayStep[];
  readonly at: number;
}

export function FilesAsOf({ steps, at }: FilesAsOfProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const files = filesAsOf(steps, at);
  const file = files.find(({ path }) => path === selected);
  return (
    <section className="files-as-of" aria-label={filesText.filesAsOfThisStep}>
      <h3>{filesText.filesAsOfThisStep}</h3>
      {files.length === 0 && <p className="page-note">{filesText.noFilesAsOfStep}</p>}
      <ul>
        {files.map(({ path, step, change }) => (
          <li key={path}>
            <button
              type="button"
              className="file-button"
              aria-expanded={path === selected}
              onClick={() => setSelected(path === selected ? null : path)}
            >
              <PathText path={path} />
              <span className="page-note">{filesText.inStep(changeWord[change], step + 1)}</span>
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
  if (change === 'deleted') return <p>{filesText.fileIsDeleted}</p>;
  if (reply === null) return <p className="page-note">{filesText.readingFile}</p>;
  const content: FileContent = reply === 'failed' ? { kind: 'lost' } : reply;
  if (content.kind === 'lost') return <p>{filesText.contentNotStored}</p>;
  if (content.kind === 'binary')
    return <p>{filesText.contentNotShown(content.bytes.toLocaleString())}</p>;
  return (
    <div
      className="file-content"
      role="region"
      aria-label={filesText.asOfThisStep(nameOf(path))}
      tabIndex={0}
    >
      <pre>
        <VisibleText text={content.text} atMost={20_000} keepLines dir="ltr" />
      </pre>
      {content.cut > 0 && <p>{filesText.moreCharacters(content.cut.toLocaleString())}</p>}
    </div>
  );
}
