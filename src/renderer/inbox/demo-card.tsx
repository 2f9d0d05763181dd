import type { DemoView } from '../../shared/integrations/demo.ts';
import { removeDemo, startDemo } from '../app/commands.ts';
import { goTo } from '../app/store.ts';

/** A new user sees an ask, a session and the ledger within a minute. */
export function DemoCard({ demo }: { readonly demo: DemoView }) {
  const { phase, steps } = demo;
  return (
    <section className="card demo" aria-labelledby="demo-title">
      <h2 id="demo-title">Try it with the demo agent</h2>
      <p>
        A small agent included with Gatehouse. It creates its own folder, asks for access to it,
        reads, tries something it is not allowed to do, and asks to delete a file. You decide.
      </p>
      {steps.length > 0 && (
        <ol className="steps demo-steps" aria-label="What the demo agent did">
          {steps.map(({ what, became }) => (
            <li key={what}>
              <p>{what}</p>
              <p className="demo-became" role="status">
                {became ?? 'Waiting…'}
              </p>
            </li>
          ))}
        </ol>
      )}
      {phase === 'ended' && (
        <p>
          Every step is recorded{' '}
          <button type="button" className="link-button" onClick={() => goTo('activity')}>
            in Activity
          </button>
          , with your decision. Its session is listed{' '}
          <button type="button" className="link-button" onClick={() => goTo('sessions')}>
            under Sessions
          </button>
          , with the time it has left. Click Revoke to end it.
        </p>
      )}
      <p className="card-buttons">
        {phase !== 'running' && (
          <button type="button" className="button primary-button" onClick={() => void startDemo()}>
            {phase === 'off' ? 'Start the demo agent' : 'Run it again'}
          </button>
        )}
        {phase !== 'off' && (
          <button type="button" className="button" onClick={() => void removeDemo()}>
            Remove the demo agent
          </button>
        )}
      </p>
    </section>
  );
}
