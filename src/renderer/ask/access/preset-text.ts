import { nearestPreset, presets } from '../../../shared/access/presets.ts';
import type { Scope } from '../../../shared/access/scopes.ts';

export interface PresetWords {
  readonly title: string;
  readonly rest: string;
}

const maxNamedScopes = 3;

export function presetWords(scopes: readonly Scope[]): PresetWords {
  const { name, beyond } = nearestPreset(scopes);
  const { title, sentence } = presets[name];
  if (beyond.length === 0) return { title, rest: `. ${sentence}.` };
  const more =
    beyond.length <= maxNamedScopes ? beyond.join(', ') : `${beyond.length} more permissions`;
  return { title, rest: `, plus ${more}` };
}
