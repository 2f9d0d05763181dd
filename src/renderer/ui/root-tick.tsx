import { Icon } from './icons.tsx';
import { PathText } from './path-text.tsx';
import { VisibleText } from './visible-text.tsx';

interface RootTickProps {
  readonly root: string;
  readonly warning?: string | undefined;
  readonly isTicked: boolean;
  onToggle(): void;
}

export function RootTick({ root, warning, isTicked, onToggle }: RootTickProps) {
  return (
    <label className="tick root-tick">
      <input type="checkbox" checked={isTicked} onChange={onToggle} />
      <span className="root-words">
        <PathText path={root} />
        {warning !== undefined && (
          <span className="root-warning">
            <Icon name="warning" /> <VisibleText text={warning} atMost={Infinity} />
          </span>
        )}
      </span>
    </label>
  );
}
