/** Colours on a terminal; none for a pipe, a file, NO_COLOR or a dumb terminal. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

const plain = (text: string): string => text;
const inCode =
  (code: number, end: number) =>
  (text: string): string =>
    `\u001B[${code}m${text}\u001B[${end}m`;

export const noPaint: Paint = { bold: plain, dim: plain, good: plain, warn: plain, bad: plain };

const colours: Paint = {
  bold: inCode(1, 22),
  dim: inCode(2, 22),
  good: inCode(32, 39),
  warn: inCode(33, 39),
  bad: inCode(31, 39),
};

export function paintFor(isTerminal: boolean, env: NodeJS.ProcessEnv): Paint {
  const requested = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return requested ? colours : noPaint;
}
