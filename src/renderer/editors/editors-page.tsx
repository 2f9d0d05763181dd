/** Who carries out what agents are allowed: editors, browsers with their tabs, and the backend. */
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { EditorCards } from '../inbox/editor-cards.tsx';
import { openChoices } from '../inbox/waiting-for-you.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { count } from '../text/counting.ts';
import { BackendCard } from './backend-card.tsx';
import { BrowserCard } from './browser-card.tsx';
import { EditorList } from './editor-list.tsx';

export function EditorsPage({ snapshot }: { readonly snapshot: Snapshot }) {
  const { editors, browsers, browserPort, backend, pairings } = snapshot;
  const connected = browsers.filter((browser) => browser.connected).length;
  const browserWords = connected === 0 ? 'no browser' : count(connected, 'browser');
  const note = `${count(editors.length, 'editor')} and ${browserWords} connected`;
  return (
    <>
      <PageHeader title="Editors & tabs" note={note} />
      <div className="page-scroll editors">
        <EditorCards pairings={pairings} choices={openChoices(snapshot)} />
        <section className="card" aria-labelledby="editors-title">
          <h2 id="editors-title">Editors</h2>
          <EditorList editors={editors} sessions={snapshot.sessions} />
          {editors.every(({ builtIn }) => builtIn) && <NoEditor />}
        </section>
        <section className="card" aria-labelledby="browsers-title">
          <h2 id="browsers-title">Browsers</h2>
          {browsers.length === 0 ? (
            <NoBrowser port={browserPort} />
          ) : (
            browsers.map((browser) => <BrowserCard key={browser.browserId} browser={browser} />)
          )}
        </section>
        <BackendCard backend={backend} />
      </div>
    </>
  );
}

const NoEditor = () => (
  <p className="editors-quiet editors-next">
    To watch agents work in your own editor, install the Gatehouse extension (VS Code and editors
    based on it), then click “Gatehouse” in the status bar.
  </p>
);

function NoBrowser({ port }: { readonly port: number | null }) {
  return (
    <p className="editors-quiet">
      No browser connected. Install the Gatehouse extension in your browser, click its icon and
      choose “Connect to Gatehouse”{port !== null && `; it connects at port ${port}`}. Pages can
      then offer tools to agents on the sites you turn on.
    </p>
  );
}
