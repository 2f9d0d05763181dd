/** A repeated request: summarises what "Same as last time" grants. */
import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import type { LastTime } from '../../../shared/access/remembered.ts';
import { capabilityGroups } from '../../../shared/access/capabilities.ts';
import { scopeInfo } from '../../../shared/access/scopes.ts';
import { rowPart } from '../../../shared/asks/required-reading.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/ticker.ts';
import { useFitAfter } from '../frame/use-fit-after.ts';
import { capabilityIcons, capabilityNames } from './access-text.ts';
import { againText, fewScopes, lastWords, leftOutWords, scopeWords } from './again-text.ts';
import type { ChoiceControls } from './use-selection.ts';

export interface ShownLastTime {
  /** Left out once the user wants to change something. */
  readonly lastTime: LastTime | undefined;
  readonly onChange: (() => void) | null;
}

export function useLastTime(ask: AccessAsk): ShownLastTime {
  const [isChanging, setChanging] = useState(false);
  useFitAfter(ask, isChanging);
  const lastTime = isChanging ? undefined : ask.lastTime;
  return { lastTime, onChange: lastTime ? () => setChanging(true) : null };
}

interface SameAsLastTimeProps {
  readonly ask: AccessAsk;
  readonly lastTime: LastTime;
  readonly controls: ChoiceControls;
}

export function SameAsLastTime({ ask, lastTime, controls }: SameAsLastTimeProps) {
  const now = useNow();
  return (
    <section className="again">
      <ul
        className="again-chips"
        aria-label={lastTime.history ? againText.whatItsHistoryShows : againText.whatItMayDo}
      >
        {capabilityGroups(ask.scopes).map((group) => {
          const { capability } = group;
          const kept = group.scopes.filter((scope) => controls.choice.scopes.includes(scope));
          return (
            <li
              key={capability}
              data-read={rowPart(capability)}
              data-off={kept.length === 0}
              title={kept.map((scope) => scopeInfo(scope).sentence).join(', ')}
            >
              <Icon name={capabilityIcons[capability]} />
              {capabilityNames[capability]} {kept.length === 0 && againText.off}
            </li>
          );
        })}
      </ul>
      <UnusedScopes lastTime={lastTime} controls={controls} />
      {lastTime.leftOut.length > 0 && (
        <p className="again-note" title={scopeWords(lastTime.leftOut)}>
          {leftOutWords(lastTime)}
        </p>
      )}
      <p className="again-fact">
        <span>
          {lastTime.history ? (
            againText.notVerified
          ) : (
            <>
              <Icon name="check" /> {againText.nothingNew}
            </>
          )}
        </span>
        <span>{lastWords(lastTime, now)}</span>
      </p>
    </section>
  );
}

type UnusedScopesProps = Pick<SameAsLastTimeProps, 'lastTime' | 'controls'>;

/** What the last session did not use is left out, unless the user switches it on here. */
function UnusedScopes({ lastTime: { unused }, controls }: UnusedScopesProps) {
  if (unused.length === 0) return null;
  const isOn = unused.every((scope) => controls.choice.scopes.includes(scope));
  return (
    <label className="again-check" title={scopeWords(unused)}>
      <input type="checkbox" checked={isOn} onChange={() => controls.setScopes(unused, !isOn)} />
      <span>{againText.notUsed(fewScopes(unused))}</span>
    </label>
  );
}
