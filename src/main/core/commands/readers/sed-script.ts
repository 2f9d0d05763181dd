/**
 * Parses a sed script far enough to know which files it accesses and whether it runs commands.
 */

export interface SedScript {
  readonly runs: boolean;
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

interface State {
  readonly text: string;
  /**
   * Whether a delimiter in `[…]` is skipped; sed implementations differ, so both ways are parsed.
   */
  readonly brackets: boolean;
  at: number;
  runs: boolean;
  readonly writes: string[];
  readonly reads: string[];
}

/** Null if it is not understood. */
export function sedScript(text: string): SedScript | null {
  const [strict, loose] = [readScript(text, true), readScript(text, false)];
  if (strict === null || loose === null) return strict ?? loose;
  return {
    runs: strict.runs || loose.runs,
    writes: [...new Set([...strict.writes, ...loose.writes])],
    reads: [...new Set([...strict.reads, ...loose.reads])],
  };
}

function readScript(text: string, brackets: boolean): SedScript | null {
  const state: State = { text, brackets, at: 0, runs: false, writes: [], reads: [] };
  while (state.at < text.length) {
    skip(state, /[\s;]/);
    if (state.at >= text.length) break;
    if (!address(state)) return null;
    if (!command(state)) return null;
  }
  return state;
}

const here = (state: State): string => state.text[state.at] ?? '';

function skip(state: State, what: RegExp): void {
  while (state.at < state.text.length && what.test(here(state))) state.at += 1;
}

function address(state: State): boolean {
  if (!oneAddress(state)) return false;
  skip(state, /\s/);
  if (here(state) === ',') {
    state.at += 1;
    skip(state, /[\s+~]/);
    if (!oneAddress(state)) return false;
  }
  skip(state, /[\s!]/);
  return true;
}

function oneAddress(state: State): boolean {
  const char = here(state);
  if (char === '/' || char === '\\') {
    if (char === '\\') state.at += 1;
    const mark = here(state);
    if (mark === '\n' || mark === '\\' || !delimited(state, mark)) return false;
    skip(state, /[IM]/);
    return true;
  }
  if (char === '$') state.at += 1;
  else skip(state, /[0-9~]/);
  return true;
}

/** Skips `/…/`; false if it is not closed. */
function delimited(state: State, mark: string): boolean {
  let inBrackets = false;
  for (state.at += 1; state.at < state.text.length; state.at += 1) {
    const char = here(state);
    if (char === '\\' && !inBrackets) state.at += 1;
    else if (char === '[' && !inBrackets && state.brackets) {
      inBrackets = true;
      const next = state.text.slice(state.at + 1, state.at + 3);
      if (next.startsWith(']')) state.at += 1;
      else if (next === '^]') state.at += 2;
    } else if (char === ']') inBrackets = false;
    else if (char === mark && !inBrackets) {
      state.at += 1;
      return true;
    }
  }
  return false;
}

function restOfLine(state: State): string {
  const end = state.text.indexOf('\n', state.at);
  const line = state.text.slice(state.at, end < 0 ? undefined : end);
  state.at = end < 0 ? state.text.length : end + 1;
  return line;
}

function command(state: State): boolean {
  const name = here(state);
  state.at += 1;
  if ('{}=dDgGhHnNpPxzF'.includes(name) && name !== '') return true;
  switch (name) {
    case 's':
      return substitution(state);
    case 'y':
      return transliteration(state);
    case 'q':
    case 'Q':
    case 'l':
    case 'L':
      skip(state, /[\s0-9]/);
      return true;
    case ':':
    case 'b':
    case 't':
    case 'T':
    case 'v':
      skip(state, /[^;\n}]/);
      return true;
    case '#':
      restOfLine(state);
      return true;
    case 'a':
    case 'i':
    case 'c':
      return textCommand(state);
    case 'r':
    case 'R':
      state.reads.push(restOfLine(state).trim());
      return true;
    case 'w':
    case 'W':
      state.writes.push(restOfLine(state).trim());
      return true;
    case 'e':
      restOfLine(state);
      state.runs = true;
      return true;
    default:
      return false;
  }
}

/** Text continues to the end of the line, and beyond if the line ends with a backslash. */
function textCommand(state: State): boolean {
  for (;;) {
    const line = restOfLine(state);
    const slashes = /(?<!\\)\\*$/.exec(line)?.[0].length ?? 0;
    if (slashes % 2 === 0 || state.at >= state.text.length) return true;
  }
}

function transliteration(state: State): boolean {
  const mark = here(state);
  if (mark === '' || mark === '\n' || mark === '\\') return false;
  if (!plainlyDelimited(state, mark)) return false;
  state.at -= 1;
  return plainlyDelimited(state, mark);
}

function substitution(state: State): boolean {
  const mark = here(state);
  if (mark === '' || mark === '\n' || mark === '\\') return false;
  if (!delimited(state, mark)) return false;
  state.at -= 1;
  if (!plainlyDelimited(state, mark)) return false;
  for (;;) {
    const flag = here(state);
    if (flag === 'w') {
      state.at += 1;
      state.writes.push(restOfLine(state).trim());
      return true;
    }
    if (flag === 'e') state.runs = true;
    if (flag === '' || !/[gpiIemM0-9]/.test(flag)) return true;
    state.at += 1;
  }
}

/** A replacement: brackets have no meaning in it. */
function plainlyDelimited(state: State, mark: string): boolean {
  for (state.at += 1; state.at < state.text.length; state.at += 1) {
    const char = here(state);
    if (char === '\\') state.at += 1;
    else if (char === mark) {
      state.at += 1;
      return true;
    }
  }
  return false;
}
