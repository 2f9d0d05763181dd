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
      <h2 id="demo-title">{firstRunText.tryItWithTheDemo}</h2>
      <p>{firstRunText.aSmallAgentIncludedWith}</p>
      {steps.length > 0 && (
        <ol className="steps demo-steps" aria-label={firstRunText.whatTheDemoAgentDid}>
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
          {fill(firstRunText.everyStepIsRecordedWith, {
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
            {phase === 'off' ? firstRunText.startTheDemoAgent : firstRunText.runItAgain}
          </button>
        )}
        {phase !== 'off' && (
          <button type="button" className="button" onClick={() => void removeDemo()}>
            {firstRunText.removeTheDemoAgent}
          </button>
        )}
      </p>
    </section>
  );
}
