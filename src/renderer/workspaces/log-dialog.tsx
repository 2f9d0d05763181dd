import { useEffect, useState } from 'react';
import type { WorkspaceView } from '../../shared/integrations/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { workspacesText } from './workspaces-text.ts';

interface LogDialogProps {
  readonly workspace: WorkspaceView;
  onClose(): void;
}

const lookEveryMs = 1_000;

export function LogDialog({ workspace: { path, name }, onClose }: LogDialogProps) {
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    const look = (): void =>
      void bridge.command('opencode:log', { path }).then(setLines, () => undefined);
    look();
    const timer = window.setInterval(look, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [path]);
  return (
    <Dialog title={workspacesText.logTitle(name)} onClose={onClose}>
      <DialogBody>
        <pre className="server-log">
          {lines.length === 0 ? workspacesText.emptyLog : lines.join('\n')}
        </pre>
      </DialogBody>
      <DialogFoot>
        <button type="button" className="button" onClick={onClose}>
          {workspacesText.close}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
