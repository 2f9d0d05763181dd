/** What to do next when nothing is waiting, and what Gatehouse cannot do. */
import type { DemoView } from '../../shared/demo.ts';
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
          An agent that is connected asks here before it reads, changes or runs anything on this
          machine. You say what, where and for how long; you can take it back at any moment;
          everything is on record.
        </p>
      </section>
      <section className="card boundary" aria-labelledby="boundary-title">
        <h2 id="boundary-title">
          <Icon name="warning" /> What Gatehouse cannot do
        </h2>
        <p>
          Gatehouse decides about what passes through it, and nothing else. An agent that has a
          shell of its own under your user can go around Gatehouse, and could even read its files.
          The Clients page shows what each agent may do by itself, and can switch it off for many of
          them.
        </p>
      </section>
      {!hasBegun && <DemoCard demo={demo} />}
      <section className="card connect" aria-labelledby="guide-title">
        <h2 id="guide-title">Connect a client</h2>
        <p>
          Gatehouse can write itself into the settings of OpenCode, Cursor and others. You see the
          exact change first.
        </p>
        <button type="button" className="button primary-button" onClick={() => goTo('clients')}>
          Open Clients
        </button>
        <p>Or do it by hand:</p>
        <ol className="steps">
          <li>
            <p>Make a key for it. The key’s name is how Gatehouse knows the client.</p>
            <CopyLine text={keyCommand} what="the command" />
          </li>
          <li>
            <p>In the client, add an MCP server with this URL and the key as bearer token.</p>
            {mcpUrl === null ? (
              <p className="guide-missing">The MCP door is not open, so there is no URL yet.</p>
            ) : (
              <CopyLine text={mcpUrl} what="the MCP URL" />
            )}
          </li>
          <li>
            <p>
              Let the agent work. When it needs files it calls <code>request_access</code>, and the
              question appears here. Without your answer it gets nothing.
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
