import { Icon } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { confirmText } from './confirm-text.ts';

/** Our own sentence, but shown like untrusted text: it may contain a path or program name. */
export function BecauseList({ because }: { readonly because: readonly string[] }) {
  if (because.length === 0) return null;
  return (
    <section className="ask-section" aria-labelledby="because-title">
      <div className="ask-section-head">
        <h2 id="because-title">{confirmText.whyYouAreAsked}</h2>
      </div>
      <ul className="because">
        {because.map((reason, index) => (
          <li key={reason} data-first={index === 0} data-read="because" data-read-piece={index}>
            <Icon name={index === 0 ? 'warning' : 'note'} />
            <span>
              <VisibleText text={reason} atMost={Infinity} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
