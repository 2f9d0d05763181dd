/**
 * Text that an agent wrote is shown as what it is: control, bidi and invisible
 * characters become their code points, so that nothing can hide or rearrange a line.
 */
export interface TextPart {
  readonly kind: 'plain' | 'hidden';
  readonly text: string;
}

// Controls, format characters (bidi, zero width, tags), separators, private use, lone surrogates, and
// whatever else is drawn as nothing (fillers, variation selectors but the two that follow emoji).
const hiddenCharacter =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\uFE0E\uFE0F]]/v;

const isHidden = (character: string, keepLines: boolean): boolean =>
  !(keepLines && (character === '\n' || character === '\t')) && hiddenCharacter.test(character);

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export function textParts(text: string, options = { keepLines: false }): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (const character of text) {
    if (!isHidden(character, options.keepLines)) {
      plain += character;
      continue;
    }
    if (plain) parts.push({ kind: 'plain', text: plain });
    parts.push({ kind: 'hidden', text: codePointName(character) });
    plain = '';
  }
  if (plain) parts.push({ kind: 'plain', text: plain });
  return parts;
}

export const hasHiddenText = (text: string, options = { keepLines: false }): boolean =>
  textParts(text, options).some((part) => part.kind === 'hidden');

/** For places with plain strings only: logs, tray menu, notifications. */
export const visibleText = (text: string): string =>
  textParts(text)
    .map((part) => (part.kind === 'hidden' ? `⟨${part.text}⟩` : part.text))
    .join('');
