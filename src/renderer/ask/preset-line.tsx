import type { Scope } from '../../shared/scopes.ts';
import { presetWords } from './preset-words.ts';

/** The familiar set that is nearest to what is asked. */
export function PresetLine({ scopes }: { readonly scopes: readonly Scope[] }) {
  const { title, rest } = presetWords(scopes);
  return (
    <p className="preset-line">
      Nearest preset: <b>{title}</b>. {rest}
    </p>
  );
}
