import { Dialog, DialogFoot } from '../ui/dialog.tsx';
import { appText, pageNames } from './app-text.ts';
import { paletteKeys } from './shortcuts.ts';
import { pages } from './store.ts';

const keys: readonly (readonly [readonly string[], string])[] = [
  [paletteKeys, appText.paletteKey],
  [['1', '…', `${pages.length}`], pages.map((page) => pageNames[page]).join(', ')],
  [['J', 'K'], appText.listKeys],
  [['Enter'], appText.detailsKey],
  [['/'], appText.searchKey],
  [['←', '→'], appText.replayKeys],
  [['Esc'], appText.escapeKey],
  [['?'], appText.helpKey],
];

export function HelpDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={appText.keyboardShortcuts} size="small" onClose={onClose}>
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
      <p className="dialog-note">{appText.enterNeverApproves}</p>
      <DialogFoot>
        <button type="button" className="button" onClick={onClose}>
          {appText.close}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
