import { useState } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { ActivityPage } from '../activity/activity-page.tsx';
import { ClientsPage } from '../clients/clients-page.tsx';
import { EditorsPage } from '../editors/editors-page.tsx';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { RuleDialog } from '../rules/rule-dialog.tsx';
import { RulesPage } from '../rules/rules-page.tsx';
import { RevokeAllDialog } from '../sessions/revoke-all.tsx';
import { isLive } from '../sessions/sessions-text.ts';
import { SessionsPage } from '../sessions/sessions-page.tsx';
import { ServersPage } from '../servers/servers-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { WorkspacesPage } from '../workspaces/workspaces-page.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { overlay } from './ids.ts';
import { NewAsks } from './new-asks.tsx';
import { Notices } from './notices.tsx';
import { StatusMessage } from './status-message.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMain, type Page } from './store.ts';
import { useFocusNext } from './use-focus-next.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** What is open over the pages. */
type OpenOverlay = 'help' | 'palette' | 'revoke-all';

export function MainWindow() {
  const snapshot = useMain((state) => state.snapshot);
  const page = useMain((state) => state.page);
  const ruleForm = useMain((state) => state.ruleForm);
  const [opened, setOpened] = useState<OpenOverlay | null>(null);
  const close = (): void => setOpened(null);
  const showHelp = (): void => setOpened('help');
  const togglePalette = (): void =>
    setOpened((before) => {
      if (before === 'palette') return null;
      return document.querySelector(overlay) === null ? 'palette' : before;
    });
  useShortcuts({ showHelp, togglePalette });
  useKeptFocus();
  useFocusNext();
  return (
    <div className="shell">
      {snapshot !== null && (
        <>
          <Sidebar {...{ snapshot, page }} onHelp={showHelp} onPalette={togglePalette} />
          <main className="page" id="page" aria-labelledby="page-title">
            <Notices notices={noticesOn(page, snapshot)} />
            <PageOf page={page} snapshot={snapshot} />
          </main>
          {ruleForm !== null && <RuleDialog opened={ruleForm} snapshot={snapshot} />}
          <NewAsks asks={snapshot.asks} />
          {opened === 'palette' && (
            <CommandPalette
              snapshot={snapshot}
              onHelp={showHelp}
              onRevokeAll={() => setOpened('revoke-all')}
              onClose={close}
            />
          )}
          {opened === 'revoke-all' && (
            <RevokeAllDialog amount={snapshot.sessions.filter(isLive).length} onClose={close} />
          )}
        </>
      )}
      <StatusMessage />
      {opened === 'help' && <HelpDialog onClose={close} />}
    </div>
  );
}

/** That there is no keyring needs no action, so it waits in Settings and is not the first thing a new user reads. */
const noticesOn = (page: Page, { notices }: Snapshot): Snapshot['notices'] =>
  page === 'settings' ? notices : notices.filter(({ id }) => id !== 'no-keyring');

interface PageOfProps {
  readonly page: Page;
  readonly snapshot: Snapshot;
}

function PageOf({ page, snapshot }: PageOfProps) {
  switch (page) {
    case 'inbox':
      return <InboxPage snapshot={snapshot} />;
    case 'sessions':
      return <SessionsPage sessions={snapshot.sessions} mutes={snapshot.mutes} />;
    case 'activity':
      return (
        <ActivityPage
          entries={snapshot.entries}
          sessions={snapshot.sessions}
          index={snapshot.index}
        />
      );
    case 'clients':
      return (
        <ClientsPage
          revision={snapshot.clientsRevision}
          mcpUrl={snapshot.mcpUrl}
          mutes={snapshot.mutes}
          sandbox={snapshot.sandbox}
        />
      );
    case 'servers':
      return (
        <ServersPage
          revision={snapshot.serversRevision ?? 0}
          clientsRevision={snapshot.clientsRevision}
        />
      );
    case 'workspaces':
      return <WorkspacesPage projects={snapshot.projects} sandbox={snapshot.sandbox} />;
    case 'rules':
      return <RulesPage snapshot={snapshot} />;
    case 'editors':
      return <EditorsPage snapshot={snapshot} />;
    case 'settings':
      return (
        <SettingsPage
          settings={snapshot.settings}
          update={snapshot.update}
          version={snapshot.version}
          hasBackendToken={snapshot.backend.hasToken}
          hasShortcutFailed={snapshot.hasShortcutFailed ?? false}
        />
      );
  }
}
