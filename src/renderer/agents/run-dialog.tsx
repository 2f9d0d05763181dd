/** Starts an agent inside the sandbox, in a terminal of the user's. It allows nothing: the agent asks. */
import { useEffect, useState } from 'react';
import type { AgentName } from '../../shared/agents/agent-programs.ts';
import type { SandboxRuns } from '../../shared/agents/sandbox-runs.ts';
import { whyNoSandbox, type SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { CopyLine } from '../ui/copy-button.tsx';
import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { PathText } from '../ui/path-text.tsx';
import { Select } from '../ui/select.tsx';
import { agentTitle, refusalWords, runText, typedLine } from './run-text.ts';

interface RunDialogProps {
  /** Null: one of those that were found. */
  readonly agent: AgentName | null;
  /** Null: the user chooses. */
  readonly folder: string | null;
  readonly sandbox: SandboxStatus | undefined;
  onClose(): void;
}

/** Hidden where agents cannot run in a sandbox. */
export const canRunInSandbox = (sandbox: SandboxStatus | undefined): boolean =>
  sandbox !== undefined && (sandbox.kind === 'ready' || sandbox.cause !== 'unsupported-system');

export function RunDialog({ agent: fixed, folder: given, sandbox, onClose }: RunDialogProps) {
  const runs = useRuns();
  const [selected, setSelected] = useState<AgentName | null>(fixed);
  const [folder, setFolder] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const agents = runs?.agents ?? [];
  const agent = selected ?? agents[0] ?? null;
  const missing = whyNot(runs, sandbox, agent);
  const open = async (): Promise<void> => {
    if (agent === null || folder === null) return;
    const error = await openTerminal(agent, folder);
    if (error === null) onClose();
    else setProblem(error);
  };
  return (
    <Dialog title={runText.title(fixed && agentTitle(fixed))} size="small" onClose={onClose}>
      <div className="dialog-words run-dialog">
        <p>{runText.meaning}</p>
        {fixed === null && agents.length > 0 && agent !== null && (
          <Select
            label={runText.agent}
            value={agent}
            options={agents.map((name) => ({ value: name, words: agentTitle(name) }))}
            onChange={(name) => setSelected(agents.find((item) => item === name) ?? null)}
          />
        )}
        <FolderField folder={folder} {...(given === null ? { onChoose: setFolder } : {})} />
        {runs && agent !== null && folder !== null && (
          <div>
            <p className="field-label">{runText.command}</p>
            <CopyLine text={typedLine(runs.command, agent, folder)} what={runText.commandName} />
          </div>
        )}
        <p className="field-error" role="alert">
          {problem ?? missing}
        </p>
      </div>
      <DialogFoot>
        <button type="button" className="button" onClick={onClose}>
          {runText.cancel}
        </button>
        <button
          type="button"
          className="button primary-button"
          disabled={runs === null || missing !== null || folder === null}
          onClick={() => void open()}
        >
          {runText.openTerminal}
        </button>
      </DialogFoot>
    </Dialog>
  );
}

/** Null when it was opened; otherwise why not. */
async function openTerminal(agent: AgentName, folder: string): Promise<string | null> {
  const receipt = await bridge.command('agents:open-terminal', { agent, folder }).catch(() => null);
  if (receipt === null) return runText.noResponse;
  if (receipt.kind === 'refused') return refusalWords(receipt.why);
  say(runText.opened(receipt.terminal));
  return null;
}

interface FolderFieldProps {
  readonly folder: string | null;
  /** Left out where it is given. */
  onChoose?(folder: string): void;
}

function FolderField({ folder, onChoose }: FolderFieldProps) {
  const choose = async (): Promise<void> => {
    const { path } = await bridge
      .command('path:choose', { purpose: 'agent-folder' })
      .catch(() => ({ path: null }));
    if (path !== null) onChoose?.(path);
  };
  return (
    <div className="run-folder">
      <span className="field-label">{runText.folder}</span>
      {folder === null ? <span>{runText.noFolder}</span> : <PathText path={folder} />}
      {onChoose && (
        <button type="button" className="button" onClick={() => void choose()}>
          {runText.chooseFolder}
        </button>
      )}
    </div>
  );
}

function whyNot(
  runs: SandboxRuns | null,
  sandbox: SandboxStatus | undefined,
  agent: AgentName | null,
): string | null {
  if (sandbox?.kind !== 'ready') return runText.noSandbox(whyNoSandbox(sandbox));
  if (runs === null) return null;
  if (agent === null) return runText.noAgent;
  return runs.terminal === null ? runText.noTerminal : null;
}

/** Null until main has looked. */
function useRuns(): SandboxRuns | null {
  const [runs, setRuns] = useState<SandboxRuns | null>(null);
  useEffect(() => {
    let isWanted = true;
    void bridge.command('agents:look').then(
      (found) => isWanted && setRuns(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return runs;
}
