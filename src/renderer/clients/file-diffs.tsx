/** The diffs of several files, one visible at a time, with tabs named after the files. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import type { FilePreview } from '../../shared/integrations/clients.ts';
import { DiffView } from '../files/diff-view.tsx';
import { PathText } from '../ui/path-text.tsx';
import { fill } from '../ui/fill.ts';
import { shortPath } from '../text/short-path.ts';
import { clientsText } from './clients-text.ts';

interface FileDiffsProps {
  readonly files: readonly FilePreview[];
  readonly home: string;
}

export function FileDiffs({ files, home }: FileDiffsProps) {
  return (
    <TabProvider key={files.map(({ file }) => file).join('\n')}>
      <TabList className="file-tabs" aria-label={clientsText.changedFiles}>
        {files.map(({ file, diff }) => (
          <Tab key={file} id={file} className="file-tab" title={file}>
            <PathText path={shortPath(file, home)} />
            {diff.kind === 'text' && (
              <span className="file-counts">
                {clientsText.linesAdded(diff.added)} {clientsText.linesRemoved(diff.removed)}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {files.map((file) => (
        <TabPanel key={file.file} tabId={file.file} className="file-panel" focusable={false}>
          {file.target !== null && (
            <p className="dialog-note">
              {fill(clientsText.linkLeadsTo, {
                file: <PathText path={shortPath(file.file, home)} />,
                target: <PathText path={file.target} />,
              })}
            </p>
          )}
          {file.isFormatted && <p className="dialog-note">{clientsText.shownFormatted}</p>}
          <DiffView diff={file.diff} name={file.file} />
        </TabPanel>
      ))}
    </TabProvider>
  );
}
