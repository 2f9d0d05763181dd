/** Secrets by name. A value can be set, replaced and removed, and is never shown. */
import { useId, useState } from 'react';
import type { McpServerView, ServerSecret } from '../../shared/servers/server-views.ts';
import { act, serverName } from './server-acts.ts';
import { serversText } from './servers-text.ts';

export function ServerSecrets({ server }: { readonly server: McpServerView }) {
  const title = useId();
  if (server.secrets.length === 0) return null;
  return (
    <section className="server-secrets" aria-labelledby={title}>
      <h3 id={title}>{serversText.secrets}</h3>
      <p className="server-meaning">{serversText.secretsMeaning}</p>
      <ul aria-label={serversText.secretsOf(server.name)}>
        {server.secrets.map((secret) => (
          <li key={secret.name}>
            <SecretRow server={server.name} secret={secret} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SecretRowProps {
  readonly server: string;
  readonly secret: ServerSecret;
}

function SecretRow({ server, secret: { name: secret, isSet } }: SecretRowProps) {
  const [typed, setTyped] = useState('');
  const name = serverName(server);
  const save = async (): Promise<void> => {
    if (await act('servers:set-secret', { name, secret, value: typed })) setTyped('');
  };
  return (
    <form
      className="secret-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') void save();
      }}
    >
      <code>{secret}</code>
      <span className="server-meaning">
        {isSet ? serversText.secretSet : serversText.secretMissing}
      </span>
      <input
        type="password"
        className="field-box"
        aria-label={serversText.newValueOf(secret)}
        placeholder={serversText.newValue}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button
        type="submit"
        className="button"
        aria-label={(isSet ? serversText.replaceSecret : serversText.saveSecret)(secret)}
        disabled={typed === ''}
      >
        {isSet ? serversText.replace : serversText.save}
      </button>
      {isSet && (
        <button
          type="button"
          className="button"
          aria-label={serversText.removeSecretOf(secret)}
          onClick={() => void act('servers:set-secret', { name, secret, value: null })}
        >
          {serversText.removeSecret}
        </button>
      )}
    </form>
  );
}
