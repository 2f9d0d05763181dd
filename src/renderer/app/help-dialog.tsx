import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { pageNames } from './page-names.ts';
import { pages } from './store.ts';

const keys: readonly (readonly [readonly string[], string])[] = [
  [['1', '…', `${pages.length}`], pages.map((page) => pageNames[page]).join(', ')],
  [['J', 'K'], 'Next and previous item in a list'],
  [['Enter'], 'Open or close the details of an entry'],
  [['/'], 'Search Activity'],
  [['←', '→'], 'Previous and next step in a replay'],
  [['Esc'], 'Leave the search; in the ask window: Not now'],
  [['?'], 'Show this help'],
];

export function HelpDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" size="small" onClose={onClose}>
      <dl className="help">
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
      <p className="dialog-note">
        Enter never approves anything. Press Space on the button or click it.
      </p>
      <DialogFoot>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </DialogFoot>
    </Dialog>
  );
}
