/** The three steps for a client that Gatehouse cannot set up by itself. */
import { CopyLine } from '../ui/copy-button.tsx';
import { fill } from '../ui/fill.ts';
import { clientsText } from './clients-text.ts';

const keyCommand = 'npx gatehouse keys add my-agent';

export function ManualSetup({ mcpUrl }: { readonly mcpUrl: string | null }) {
  return (
    <details className="other-clients manual-setup">
      <summary>{clientsText.manualSetup}</summary>
      <ol className="card steps">
        <li>
          <p>{clientsText.createKeyStep}</p>
          <CopyLine text={keyCommand} what={clientsText.commandName} />
        </li>
        <li>
          <p>{clientsText.addServerStep}</p>
          {mcpUrl === null ? (
            <p className="guide-missing">{clientsText.mcpServerNotRunning}</p>
          ) : (
            <CopyLine text={mcpUrl} what={clientsText.mcpUrlName} />
          )}
        </li>
        <li>
          <p>
            {fill(clientsText.startAgentStep, { code: <code>{clientsText.requestAccess}</code> })}
          </p>
        </li>
      </ol>
    </details>
  );
}
