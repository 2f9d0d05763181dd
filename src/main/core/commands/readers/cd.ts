/** `cd`, `pushd`, `popd`: they change the folder in which the following commands run. */
import { placeOf } from '../path-words.ts';
import type { Reader } from '../tools.ts';

export const readCd: Reader = (words, { collector }) => {
  const [program, ...given] = words;
  const target = given.find((word) => !/^-[LPe@n]+$/.test(word.text) && word.text !== '--');
  collector.add('reads', program ?? null, `${program?.text ?? 'cd'} goes to another folder`);
  const { places } = collector;
  const { home } = collector.context;
  if (target === undefined && program?.text === 'cd') {
    collector.named(home ?? '~', program, 'directory');
    collector.movedTo = home === undefined ? 'unknown' : [home];
    return;
  }
  // Where `-` and a stack lead depends on what came before.
  const followed = target?.literal === true && !/^[-+]/.test(target.text);
  if (!followed || places === 'unknown') {
    if (followed) collector.folder(target);
    else
      collector.add(
        'unknown',
        target ?? program ?? null,
        'where it goes is only known when it runs',
      );
    collector.movedTo = followed && target.text.startsWith('/') ? [target.text] : 'unknown';
    return;
  }
  collector.folder(target);
  const found = places.map((folder) => placeOf(target.text, folder, home));
  collector.movedTo = found.every((path) => path !== null) ? found : 'unknown';
};
