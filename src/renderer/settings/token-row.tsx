import { useState } from 'react';
import { setBackendToken } from '../app/commands.ts';

/** It can be replaced or taken away, and is never shown. */
export function TokenRow({ isSet }: { readonly isSet: boolean }) {
  const [typed, setTyped] = useState('');
  const save = async (token: string | null): Promise<void> => {
    if (await setBackendToken(token)) setTyped('');
  };
  return (
    <div className="setting" tabIndex={-1} data-list-item="">
      <label className="setting-label" htmlFor="backend-token">
        Backend token
      </label>
      <form
        className="setting-text"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '') void save(typed);
        }}
      >
        <input
          id="backend-token"
          type="password"
          autoComplete="off"
          value={typed}
          placeholder={isSet ? 'Token saved' : 'None'}
          aria-describedby="backend-token-meaning"
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="button" disabled={typed === ''}>
          {isSet ? 'Replace token' : 'Save token'}
        </button>
        {isSet && (
          <button type="button" className="button" onClick={() => void save(null)}>
            Remove token
          </button>
        )}
      </form>
      <p className="setting-meaning" id="backend-token-meaning">
        Sent as a bearer token, only over TLS or to this machine. Stored in a file that only you can
        read, and never shown again.
      </p>
    </div>
  );
}
