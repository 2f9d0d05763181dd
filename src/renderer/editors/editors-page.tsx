/** Who carries out what agents are allowed: editors, browsers with their tabs, and the backend. */
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { EditorCards } from '../inbox/editor-cards.tsx';
import { openChoices } from '../inbox/waiting-for-you.ts';
import { CopyLine } from '../ui/copy-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { count } from '../text/counting.ts';
import { BackendCard } from './backend-card.tsx';
import { BrowserCard } from './browser-card.tsx';
import { EditorList } from './editor-list.tsx';
import { editorsText } from './editors-text.ts';

export function EditorsPage({ snapshot }: { readonly snapshot: Snapshot }) {
  const { editors, browsers, browserPort, backend, pairings } = snapshot;
  const connected = browsers.filter((browser) => browser.connected).length;
  const browserWords = connected === 0 ? 'no browser' : count(connected, 'browser');
  const note = `${count(editors.length, 'editor')} and ${browserWords} connected`;
  return (
    <>
      <PageHeader title={editorsText.pageTitle} note={note} />
      <div className="page-scroll editors">
        <EditorCards pairings={pairings} choices={openChoices(snapshot)} />
        <section className="card" aria-labelledby="editors-title">
          <h2 id="editors-title">{editorsText.editors}</h2>
          <EditorList editors={editors} sessions={snapshot.sessions} />
          {editors.every(({ builtIn }) => builtIn) && <NoEditor version={snapshot.version} />}
        </section>
        <section className="card" aria-labelledby="browsers-title">
          <h2 id="browsers-title">{editorsText.browsers}</h2>
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

const NoEditor = ({ version }: { readonly version: string }) => (
  <div className="editors-next">
    <p className="editors-quiet">{editorsText.installExtensionHint}</p>
    <CopyLine text={editorsText.installCommand(version)} what={editorsText.theCommand} />
    <p className="editors-quiet">{editorsText.thenPair}</p>
  </div>
);

function NoBrowser({ port }: { readonly port: number | null }) {
  return (
    <>
      <p className="editors-quiet">{editorsText.noBrowserHint}</p>
      {port !== null && (
        <div className="editors-port">
          {editorsText.port} <CopyLine text={String(port)} what={editorsText.thePort} />
        </div>
      )}
    </>
  );
}
