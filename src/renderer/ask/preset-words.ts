import { nearestPreset, presets } from '../../shared/presets.ts';
import type { Scope } from '../../shared/scopes.ts';
import { count } from '../words/counting.ts';

export interface PresetWords {
  readonly title: string;
  readonly rest: string;
}

const longestList = 3;

export function presetWords(scopes: readonly Scope[]): PresetWords {
  const { name, beyond } = nearestPreset(scopes);
  const { title, sentence } = presets[name];
  if (beyond.length === 0) return { title, rest: `${sentence}. This asks for no more than that.` };
  const listed = beyond.length <= longestList ? beyond.join(', ') : count(beyond.length, 'scope');
  return { title, rest: `${sentence}. Beyond it: ${listed}.` };
}
