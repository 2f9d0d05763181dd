/** Said once, in orange, where commands would run with all of the user's rights. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import type { NoSandbox } from '../../../shared/sandbox/sandbox-status.ts';
import { Icon } from '../../ui/icons.tsx';
import { runsCode } from '../../text/sandbox-words.ts';
import type { OpenMoreSection } from '../frame/use-more.ts';
import { accessText, type GrantSelection } from './access-text.ts';

interface NoSandboxLineProps {
  readonly ask: AccessAsk;
  readonly choice: GrantSelection;
  readonly noSandbox: NoSandbox | undefined;
  readonly more: OpenMoreSection;
}

/** The agent starts its own tools itself, so no sandbox of ours is around them. */
export const isForOwnTools = ({ agent }: AccessAsk): boolean => agent.door === 'hook';

export function NoSandboxLine({ ask, choice, noSandbox, more }: NoSandboxLineProps) {
  const isOwnTools = isForOwnTools(ask);
  if (!choice.scopes.some(runsCode)) return null;
  return (
    <p className="effect-line" data-tone="warn">
      <Icon name="warning" />
      <span>{isOwnTools ? accessText.ownToolsOutside : accessText.noSandbox}</span>
      {noSandbox && !isOwnTools && (
        <button
          type="button"
          className="link-button effect-note"
          aria-expanded={more.open === 'details'}
          onClick={() => more.toggle('details')}
        >
          {noSandbox.fix === '' ? accessText.whyNoSandbox : accessText.howToAddSandbox}
        </button>
      )}
    </p>
  );
}
