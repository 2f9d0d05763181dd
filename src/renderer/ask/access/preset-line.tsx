import type { Scope } from '../../../shared/access/scopes.ts';
import { presetWords } from './preset-text.ts';

/** The familiar set that is nearest to what is asked. */
export function PresetLine({ scopes }: { readonly scopes: readonly Scope[] }) {
  const { title, rest } = presetWords(scopes);
  return (
    <p className="preset-line">
      Like “<b>{title}</b>”{rest}
    </p>
  );
}
