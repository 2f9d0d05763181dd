import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { waitingForYou } from '../inbox/waiting-for-you.ts';
import { isLive } from '../sessions/sessions-text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { appText, pageNames } from './app-text.ts';
import { goTo, pages, type Page } from './store.ts';
import { ThemeSwitch } from './theme-switch.tsx';

interface SidebarProps {
  readonly snapshot: Snapshot;
  readonly page: Page;
  onHelp(): void;
}

export function Sidebar({ snapshot, page, onHelp }: SidebarProps) {
  const counts = {
    inbox: { amount: waitingForYou(snapshot), meaning: 'waiting' },
    sessions: { amount: snapshot.sessions.filter(isLive).length, meaning: 'live' },
    activity: { amount: 0, meaning: '' },
    clients: { amount: 0, meaning: '' },
    workspaces: { amount: 0, meaning: '' },
    rules: { amount: 0, meaning: '' },
    editors: { amount: 0, meaning: '' },
    settings: { amount: 0, meaning: '' },
  } satisfies Record<Page, unknown>;
  return (
    <div className="sidebar">
      <nav aria-label={appText.pages}>
        <p className="brand">
          <Icon name="mark" /> {appText.gatehouse}
        </p>
        <ul>
          {pages.map((one) => (
            <li key={one}>
              <button
                type="button"
                className="nav-button"
                aria-current={one === page ? 'page' : undefined}
                onClick={() => goTo(one)}
              >
                <Icon name={one} />
                {pageNames[one]}
                <CountBadge {...counts[one]} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <SidebarFoot snapshot={snapshot} onHelp={onHelp} />
    </div>
  );
}

function SidebarFoot({ snapshot, onHelp }: Omit<SidebarProps, 'page'>) {
  return (
    <section className="sidebar-foot" aria-label={appText.aboutThisApp}>
      <div className="mcp-url">
        <span className="foot-label">{appText.mcpUrl}</span>
        {snapshot.mcpUrl === null ? (
          <span>{appText.mcpServerNotRunning}</span>
        ) : (
          <>
            <p>
              <PathText path={snapshot.mcpUrl} />
            </p>
            <CopyButton text={snapshot.mcpUrl} what={appText.mcpUrlName} />
          </>
        )}
      </div>
      <ThemeSwitch theme={snapshot.settings.theme} />
      <p className="foot-line">
        <span>{appText.version(snapshot.version)}</span>
        <button type="button" className="link-button" onClick={onHelp}>
          {appText.keyboardShortcuts} <kbd>?</kbd>
        </button>
      </p>
    </section>
  );
}
