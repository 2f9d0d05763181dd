/** Shown when nothing is waiting: what to do next, and what Gatehouse cannot do. */
import type { DemoView } from '../../shared/integrations/demo.ts';
import { goTo } from '../app/store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { DemoCard } from './demo-card.tsx';
import { firstRunText } from './first-run-text.ts';
import { fill } from '../ui/fill.ts';

const keyCommand = 'npx gatehouse keys add my-agent';

interface ConnectGuideProps {
  readonly mcpUrl: string | null;
  readonly demo: DemoView;
}

export function ConnectGuide({ mcpUrl, demo }: ConnectGuideProps) {
  // Once started, the demo comes first.
  const hasBegun = demo.phase !== 'off';
  return (
    <div className="guide">
      {hasBegun && <DemoCard demo={demo} />}
      <section className="card" aria-labelledby="what-title">
        <h2 id="what-title">{firstRunText.whatItDoes}</h2>
        <p>{firstRunText.whatItDoesExplanation}</p>
      </section>
      <section className="card boundary" aria-labelledby="boundary-title">
        <h2 id="boundary-title">
          <Icon name="warning" /> {firstRunText.whatItCannotDo}
        </h2>
        <p>{firstRunText.whatItCannotDoExplanation}</p>
      </section>
      {!hasBegun && <DemoCard demo={demo} />}
      <section className="card connect" aria-labelledby="guide-title">
        <h2 id="guide-title">{firstRunText.connectAClient}</h2>
        <p>{firstRunText.connectExplanation}</p>
        <button type="button" className="button primary-button" onClick={() => goTo('clients')}>
          {firstRunText.openClients}
        </button>
        <p>{firstRunText.orSetItUpManually}</p>
        <ol className="steps">
          <li>
            <p>{firstRunText.createKeyStep}</p>
            <CopyLine text={keyCommand} what={firstRunText.commandName} />
          </li>
          <li>
            <p>{firstRunText.addServerStep}</p>
            {mcpUrl === null ? (
              <p className="guide-missing">{firstRunText.mcpServerNotRunning}</p>
            ) : (
              <CopyLine text={mcpUrl} what={firstRunText.mcpUrlName} />
            )}
          </li>
          <li>
            <p>
              {fill(firstRunText.startAgentStep, {
                code: <code>{firstRunText.requestAccess}</code>,
              })}
            </p>
          </li>
        </ol>
      </section>
    </div>
  );
}

function CopyLine({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div className="copy-line">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
