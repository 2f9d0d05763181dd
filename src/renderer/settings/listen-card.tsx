import type { Settings } from '../../shared/settings.ts';
import { PathText } from '../ui/path-text.tsx';

const example = `"listen": {
  "host": "192.168.1.20",
  "port": 7718,
  "certFile": "/home/you/certs/gatehouse.pem",
  "keyFile": "/home/you/certs/gatehouse.key",
  "names": ["desk.local"]
}`;

/** Read only: a page that could open the house to the network would be one more thing to attack. */
export function ListenCard({ listen }: Pick<Settings, 'listen'>) {
  return (
    <section className="card" aria-labelledby="listen-title">
      <h2 id="listen-title">A second address</h2>
      {listen === null ? (
        <p>Gatehouse listens on this machine only.</p>
      ) : (
        <p>
          Also set: <PathText path={`https://${listen.host}:${listen.port}`} /> with the certificate{' '}
          <PathText path={listen.certFile} />.
        </p>
      )}
      <p className="setting-meaning">
        It can only be set by hand, in <code>settings.json</code> in the data folder, and only with
        a certificate. <em>A change counts from the next start.</em>
      </p>
      <details>
        <summary>How to set it</summary>
        <pre>
          <code>{example}</code>
        </pre>
      </details>
    </section>
  );
}
