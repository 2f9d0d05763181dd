import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { middleCut } from '../words/text-runs.ts';

/** Cut in the middle: a path may come first, and what it means stands at the end. */
const longestReason = 240;

/** Ours, and yet shown like everything else: a path or a program's name may stand in it. */
export function BecauseList({ because }: { readonly because: readonly string[] }) {
  if (because.length === 0) return null;
  return (
    <section className="ask-section" aria-labelledby="because-title">
      <div className="ask-section-head">
        <h2 id="because-title">Why you are asked</h2>
      </div>
      <ul className="because">
        {because.map((reason, index) => (
          <li key={reason} data-first={index === 0}>
            <Icon name={index === 0 ? 'warning' : 'note'} />
            <span>
              <VisibleText text={middleCut(reason, longestReason)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
