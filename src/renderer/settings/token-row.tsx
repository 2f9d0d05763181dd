import { useState } from 'react';
import { setBackendToken } from '../app/commands.ts';
import { settingsText } from './settings-text.ts';

/** It can be replaced or taken away, and is never shown. */
export function TokenRow({ isSet }: { readonly isSet: boolean }) {
  const [typed, setTyped] = useState('');
  const save = async (token: string | null): Promise<void> => {
    if (await setBackendToken(token)) setTyped('');
  };
  return (
    <div className="setting" tabIndex={-1} data-list-item="">
      <label className="setting-label" htmlFor="backend-token">
        {settingsText.backendToken}
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
          placeholder={isSet ? settingsText.tokenSaved : settingsText.none}
          aria-describedby="backend-token-meaning"
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="button" disabled={typed === ''}>
          {isSet ? settingsText.replaceToken : settingsText.saveToken}
        </button>
        {isSet && (
          <button type="button" className="button" onClick={() => void save(null)}>
            {settingsText.removeToken}
          </button>
        )}
      </form>
      <p className="setting-meaning" id="backend-token-meaning">
        {settingsText.tokenMeaning}
      </p>
    </div>
  );
}
