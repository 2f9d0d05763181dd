/**
 * Pins the script files that a command would run, with the content they have when the call is
 * judged.
 */
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { Commands } from '../dependencies.ts';
import type { CommandEffect, AffectedPath } from '../call/call.ts';

const maxCodeFiles = 64;

/** A program that runs other code may run the files named in its arguments. */
export async function codeFiles(
  effects: readonly CommandEffect[],
  places: readonly AffectedPath[],
  commands: Commands,
): Promise<readonly FilePin[]> {
  if (!commands.pinFile || !effects.some(({ effect }) => effect === 'runs-other-code')) return [];
  const read = places.filter(({ use, kind }) => use === 'read' && kind === 'file');
  const pins: FilePin[] = [];
  for (const path of new Set(read.slice(0, maxCodeFiles).map((place) => place.path))) {
    const pin = await commands.pinFile(path);
    if (pin) pins.push(pin);
  }
  return pins;
}
