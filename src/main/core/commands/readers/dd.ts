/** `dd if=… of=…`. */
import type { Reader } from '../tools.ts';
import { restOfWord } from '../words.ts';

const settings = /^(?:bs|ibs|obs|cbs|count|skip|iseek|seek|oseek|conv|iflag|oflag|status)=/;

export const readDd: Reader = (words, { collector }) => {
  const [program, ...given] = words;
  collector.add('reads', program ?? null, 'dd copies bytes');
  for (const word of given) {
    if (word.prefix.startsWith('if=')) collector.place(restOfWord(word, 3), 'read');
    else if (word.prefix.startsWith('of=')) {
      collector.add('writes', word, 'of= overwrites a file or a disk');
      collector.place(restOfWord(word, 3), 'write');
    } else if (!settings.test(word.prefix)) {
      collector.add('unknown', word, `${word.text.slice(0, 60)} of dd is not known`);
    }
  }
};
