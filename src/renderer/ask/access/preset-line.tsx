import type { Scope } from '../../../shared/access/scopes.ts';
import { fill } from '../../ui/fill.ts';
import { accessText, presetWords } from './access-text.ts';

/** The preset nearest to the request. */
export function PresetLine({ scopes }: { readonly scopes: readonly Scope[] }) {
  const { title, rest } = presetWords(scopes);
  return <p className="preset-line">{fill(accessText.like, { preset: <b>{title}</b>, rest })}</p>;
}
