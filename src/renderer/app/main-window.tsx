import { useState } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { ActivityPage } from '../activity/activity-page.tsx';
import { ClientsPage } from '../clients/clients-page.tsx';
import { EditorsPage } from '../editors/editors-page.tsx';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { RuleDialog } from '../rules/rule-dialog.tsx';
import { RulesPage } from '../rules/rules-page.tsx';
import { SessionsPage } from '../sessions/sessions-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { WorkspacesPage } from '../workspaces/workspaces-page.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { NewAsks } from './new-asks.tsx';
import { Notices } from './notices.tsx';
import { Said } from './said.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMain, type Page } from './store.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

export function MainWindow() {
  const snapshot = useMain((state) => state.snapshot);
  const page = useMain((state) => state.page);
  const ruleForm = useMain((state) => state.ruleForm);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const showHelp = (): void => setHelpOpen(true);
  useShortcuts(showHelp);
  useKeptFocus();
  return (
    <div className="shell">
      {snapshot !== null && (
        <>
          <Sidebar snapshot={snapshot} page={page} onHelp={showHelp} />
          <main className="page" id="page" aria-labelledby="page-title">
            <Notices notices={snapshot.notices} />
            <PageOf page={page} snapshot={snapshot} />
          </main>
          {ruleForm !== null && <RuleDialog opened={ruleForm} snapshot={snapshot} />}
          <NewAsks asks={snapshot.asks} />
        </>
      )}
      <Said />
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

interface PageOfProps {
  readonly page: Page;
  readonly snapshot: Snapshot;
}

function PageOf({ page, snapshot }: PageOfProps) {
  switch (page) {
    case 'inbox':
      return <InboxPage snapshot={snapshot} />;
    case 'sessions':
      return <SessionsPage sessions={snapshot.sessions} />;
    case 'activity':
      return (
        <ActivityPage
          entries={snapshot.entries}
          sessions={snapshot.sessions}
          index={snapshot.index}
        />
      );
    case 'clients':
      return <ClientsPage revision={snapshot.clientsRevision} />;
    case 'workspaces':
      return <WorkspacesPage projects={snapshot.projects} />;
    case 'rules':
      return <RulesPage rules={snapshot.rules} />;
    case 'editors':
      return <EditorsPage snapshot={snapshot} />;
    case 'settings':
      return (
        <SettingsPage settings={snapshot.settings} hasBackendToken={snapshot.backend.hasToken} />
      );
  }
}
