import type { BackendView } from '../../shared/backend.ts';
import { goTo } from '../app/store.ts';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { backendFacts, backendWords } from './backend-words.ts';

export function BackendCard({ backend }: { readonly backend: BackendView }) {
  const { url, state } = backend;
  const now = useNow(url !== null);
  return (
    <section className="card" aria-labelledby="backend-title">
      <h2 id="backend-title">Backend</h2>
      {url === null ? (
        <p className="editors-quiet">
          None is set up. Agents have no tools of a backend, and Gatehouse connects to nothing.
        </p>
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
      <button type="button" className="link-button" onClick={() => goTo('settings')}>
        {url === null ? 'Set one up in the settings' : 'Change it in the settings'}
      </button>
    </section>
  );
}
