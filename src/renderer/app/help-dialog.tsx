import type { RefObject } from 'react';

const keys: readonly (readonly [readonly string[], string])[] = [
  [['1', '…', '5'], 'Inbox, Sessions, Activity, Rules, Settings'],
  [['J', 'K'], 'Next and previous in a list'],
  [['Enter'], 'Open or close the details of an entry'],
  [['/'], 'Search the activity'],
  [['←', '→'], 'Previous and next step of a replay'],
  [['Esc'], 'Leave the search; in the ask window: not now'],
  [['?'], 'This help'],
];

export function HelpDialog({ ref }: { readonly ref: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={ref} className="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>Enter never approves an ask. Only Space or a click on its button does.</p>
      <button type="button" className="button" onClick={() => ref.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
