/**
 * Shell builtins that take names of variables. A name like `a[$(rm x)]` runs the command in the
 * brackets, even from within single quotes; and a variable may change what runs later.
 */
import { sentenceFor } from '../effect-words.ts';
import { variableRisk } from '../environment.ts';
import { loosePlaces } from '../loose-paths.ts';
import { effectsOf } from '../program-spec.ts';
import { holdsCodeInBrackets } from '../words.ts';
import type { Reader } from '../tools.ts';

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;

export const readSubscript: Reader = (words, { collector }, spec) => {
  const [program, ...given] = words;
  const name = program?.text ?? '';
  const exports = name === 'export' || given.some((word) => /^-[a-z]*x/.test(word.text));
  collector.addAll(effectsOf(spec.effects), program ?? null, sentenceFor(name, spec.phrase));
  const callback = /^(?:mapfile|readarray)$/.test(name)
    ? given.find((word) => word.prefix.startsWith('-C'))
    : undefined;
  if (callback) collector.add('runs-other-code', callback, '-C runs a command for what is read');
  for (const word of given) {
    if (word.literal && holdsCodeInBrackets(word.text)) {
      collector.add('runs-other-code', word, 'what is in the brackets is run as code');
    }
    const variable = assignment.exec(word.prefix)?.[1];
    if (variable !== undefined && isDeclaration(name)) {
      const risk = variableRisk(variable);
      if (risk.kind === 'dangerous') {
        collector.add('runs-other-code', word, `${variable} is set, and ${risk.reason}`);
      } else if (risk.kind === 'unknown' && exports) {
        collector.add('unknown', word, `what ${variable} changes is not known`);
      }
    }
    if (name !== 'printf' && name !== 'echo') loosePlaces(word, 'read', collector);
  }
};

const isDeclaration = (name: string): boolean =>
  ['export', 'declare', 'typeset', 'local', 'readonly'].includes(name);
