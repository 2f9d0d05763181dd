/** What to do next when nothing is waiting, and what Gatehouse cannot do. */
import type { DemoView } from '../../shared/integrations/demo.ts';
import { goTo } from '../app/store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { DemoCard } from './demo-card.tsx';

const keyCommand = 'npx gatehouse keys add my-agent';

interface ConnectGuideProps {
  readonly mcpUrl: string | null;
  readonly demo: DemoView;
}

export function ConnectGuide({ mcpUrl, demo }: ConnectGuideProps) {
  // What it did, and what to look at next, should not have to be searched for.
  const hasBegun = demo.phase !== 'off';
  return (
    <div className="guide">
      {hasBegun && <DemoCard demo={demo} />}
      <section className="card" aria-labelledby="what-title">
        <h2 id="what-title">What Gatehouse does</h2>
        <p>
          A connected agent asks here before it reads, changes or runs anything on this machine. You
          decide what, where and for how long, you can revoke it at any time, and everything is
          recorded.
        </p>
      </section>
      <section className="card boundary" aria-labelledby="boundary-title">
        <h2 id="boundary-title">
          <Icon name="warning" /> What Gatehouse cannot do
        </h2>
        <p>
          Gatehouse only controls what goes through it. An agent with its own shell under your user
          account can bypass Gatehouse and even read its files. The Clients page shows what each
          client can do on its own and can turn that off for many of them.
        </p>
      </section>
      {!hasBegun && <DemoCard demo={demo} />}
      <section className="card connect" aria-labelledby="guide-title">
        <h2 id="guide-title">Connect a client</h2>
        <p>
          Gatehouse can add itself to the settings of OpenCode, Cursor and others. You see the exact
          change first.
        </p>
        <button type="button" className="button primary-button" onClick={() => goTo('clients')}>
          Open Clients
        </button>
        <p>Or set it up manually:</p>
        <ol className="steps">
          <li>
            <p>Create a key. Its name identifies the client in Gatehouse.</p>
            <CopyLine text={keyCommand} what="the command" />
          </li>
          <li>
            <p>In the client, add an MCP server with this URL and the key as the bearer token.</p>
            {mcpUrl === null ? (
              <p className="guide-missing">
                The MCP server is not running, so there is no URL yet.
              </p>
            ) : (
              <CopyLine text={mcpUrl} what="the MCP URL" />
            )}
          </li>
          <li>
            <p>
              Start the agent. When it needs files, it calls <code>request_access</code>, and the
              request appears here. Without your approval it gets nothing.
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
