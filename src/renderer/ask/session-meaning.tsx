import { VisibleText } from '../ui/visible-text.tsx';
import { frameText } from './frame/frame-text.ts';

/** What "Allow in this session" means, where its button cannot show all of it. */
export function SessionMeaning({ meaning }: { readonly meaning: string }) {
  return (
    <section className="ask-section" aria-labelledby="session-title">
      <div className="ask-section-head">
        <h2 id="session-title">{frameText.sessionMeaning}</h2>
      </div>
      <p className="recoverability" data-read="session">
        <VisibleText text={meaning} atMost={Infinity} />
      </p>
    </section>
  );
}
