import type { BackendView } from '../../shared/integrations/backend.ts';
import { goToAdvanced } from '../app/store.ts';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { backendFacts, backendWords, editorsText } from './editors-text.ts';

export function BackendCard({ backend }: { readonly backend: BackendView }) {
  const { url, state } = backend;
  const now = useNow(url !== null);
  return (
    <section className="card" aria-labelledby="backend-title">
      <h2 id="backend-title">{editorsText.backend}</h2>
      {url === null ? (
        <p className="editors-quiet">{editorsText.noBackend}</p>
      ) : (
        <article className="editors-backend" tabIndex={-1} data-list-item="">
          <h3>
            <VisibleText text={url} atMost={200} />
            <span className="editors-tag" data-good={state === 'connected'}>
              {backendWords(backend, now)}
            </span>
          </h3>
          <p className="editors-quiet">{backendFacts(backend, now)}</p>
        </article>
      )}
      <button type="button" className="link-button" onClick={goToAdvanced}>
        {url === null ? editorsText.configureBackend : editorsText.changeBackend}
      </button>
    </section>
  );
}
