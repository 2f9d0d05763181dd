/**
 * A file that belongs to Gatehouse alone, such as a plugin: written and removed as a whole. A file
 * of the same name that another program wrote is not replaced.
 */
import { inTheWay, type ConfigFormat, type EditFailure } from './format.ts';

const maxCharacters = 1_000_000;

export const wholeFormat: ConfigFormat = {
  name: 'whole',
  parse: (text) => (text.length > maxCharacters ? tooLarge : { value: text }),
  set(text, path, value) {
    if (path.length > 0 || typeof value !== 'string') return inTheWay(path);
    if (text !== '' && value !== '') return notOurs;
    return [{ at: 0, remove: text.length, insert: value }];
  },
  remove: (_text, path) => inTheWay(path),
  append: (_text, path) => inTheWay(path),
  prepend: (_text, path) => inTheWay(path),
  removeItem: (_text, path) => inTheWay(path),
};

const tooLarge: EditFailure = { error: { why: 'The file is too large.', at: null } };

const notOurs: EditFailure = {
  error: {
    why: 'There is a file of that name already, which Gatehouse did not write.',
    at: null,
  },
};
