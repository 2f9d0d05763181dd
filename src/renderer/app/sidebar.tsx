import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { waitingForYou } from '../inbox/waiting-for-you.ts';
import { isLive } from '../sessions/sessions-text.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { Icon } from '../ui/icons.tsx';
import { appText, pageNames } from './app-text.ts';
import { paletteKeys } from './shortcuts.ts';
import { goTo, pages, type Page } from './store.ts';

interface SidebarProps {
  readonly snapshot: Snapshot;
  readonly page: Page;
  onHelp(): void;
  onPalette(): void;
}

export function Sidebar({ snapshot, page, onHelp, onPalette }: SidebarProps) {
  const counts = {
    inbox: { amount: waitingForYou(snapshot), meaning: 'waiting' },
    sessions: { amount: snapshot.sessions.filter(isLive).length, meaning: 'live' },
    activity: { amount: 0, meaning: '' },
    clients: { amount: 0, meaning: '' },
    servers: { amount: snapshot.serversUnreviewed ?? 0, meaning: 'to review' },
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
          {pages.map((item) => (
            <li key={item}>
              <button
                type="button"
                className="nav-button"
                aria-current={item === page ? 'page' : undefined}
                onClick={() => goTo(item)}
              >
                <Icon name={item} />
                {pageNames[item]}
                <CountBadge {...counts[item]} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <SidebarFoot {...{ snapshot, onHelp, onPalette }} />
    </div>
  );
}

function SidebarFoot({ snapshot, onHelp, onPalette }: Omit<SidebarProps, 'page'>) {
  return (
    <section className="sidebar-foot" aria-label={appText.aboutThisApp}>
      <button type="button" className="link-button foot-commands" onClick={onPalette}>
        {appText.commands}{' '}
        <span>
          {paletteKeys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </button>
      <p className="foot-line">
        <span title={appText.version(snapshot.version)}>{snapshot.version}</span>
        <button type="button" className="link-button" onClick={onHelp}>
          {appText.shortcuts} <kbd>?</kbd>
        </button>
      </p>
    </section>
  );
}
