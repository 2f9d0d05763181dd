import type { DemoView } from '../../shared/integrations/demo.ts';
import { removeDemo, startDemo } from '../app/commands.ts';
import { goTo } from '../app/store.ts';
import { firstRunText } from './first-run-text.ts';
import { fill } from '../ui/fill.ts';

/** A new user sees an ask, a session and the ledger within a minute. */
export function DemoCard({ demo }: { readonly demo: DemoView }) {
  const { phase, steps } = demo;
  return (
    <section className="card demo" aria-labelledby="demo-title">
      <h2 id="demo-title">{firstRunText.demoTitle}</h2>
      <p>{firstRunText.demoExplanation}</p>
      {steps.length > 0 && (
        <ol className="steps demo-steps" aria-label={firstRunText.demoSteps}>
          {steps.map(({ what, became }) => (
            <li key={what}>
              <p>{what}</p>
              <p className="demo-became" role="status">
                {became ?? firstRunText.waiting}
              </p>
            </li>
          ))}
        </ol>
      )}
      {phase === 'ended' && (
        <p>
          {fill(firstRunText.demoAftermath, {
            button: (
              <button type="button" className="link-button" onClick={() => goTo('activity')}>
                {firstRunText.inActivity}
              </button>
            ),
            button2: (
              <button type="button" className="link-button" onClick={() => goTo('sessions')}>
                {firstRunText.underSessions}
              </button>
            ),
          })}
        </p>
      )}
      <p className="card-buttons">
        {phase !== 'running' && (
          <button type="button" className="button primary-button" onClick={() => void startDemo()}>
            {phase === 'off' ? firstRunText.startDemo : firstRunText.runDemoAgain}
          </button>
        )}
        {phase !== 'off' && (
          <button type="button" className="button" onClick={() => void removeDemo()}>
            {firstRunText.removeDemo}
          </button>
        )}
      </p>
    </section>
  );
}
