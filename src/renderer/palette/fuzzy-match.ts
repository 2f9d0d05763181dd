/** Finds what somebody types in a few letters: "pall" finds "Pause all agents". */

export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  /** Positions in the label that were typed, in ascending order. */
  readonly at: readonly number[];
}

const wordStartPoints = 8;
const nextPoints = 9;
const letterPoints = 1;
/** What is only found in the words beside the label. */
const besidePoints = 1;

/** Null unless each word of the query occurs: in the label letter by letter, or as a whole beside it. */
export function fuzzyMatch(query: string, label: string, beside = ''): FuzzyMatch | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.map((word) => inLabel(word, label) ?? inWords(word, beside));
  const all = found.filter((match) => match !== null);
  if (all.length < found.length) return null;
  return {
    score: all.reduce((sum, { score }) => sum + score, 0),
    at: [...new Set(all.flatMap(({ at }) => at))].toSorted((a, b) => a - b),
  };
}

const inWords = (word: string, text: string): FuzzyMatch | null =>
  text.toLowerCase().includes(word) ? { score: besidePoints, at: [] } : null;

/** The best way to find the letters in this order. The first of them begins a word, or all are together. */
function inLabel(word: string, label: string): FuzzyMatch | null {
  const text = label.toLowerCase();
  // Where a letter has another length in lower case, positions would be wrong.
  if (text.length !== label.length) return inWords(word, label);
  const known = new Map<string, FuzzyMatch | null>();
  const bestFrom = (letter: number, from: number): FuzzyMatch | null => {
    if (letter === word.length) return { score: 0, at: [] };
    const key = `${letter} ${from}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let best: FuzzyMatch | null = null;
    for (let at = text.indexOf(word[letter] ?? '', from); at !== -1;) {
      const isStart = isWordStart(text, at);
      const rest = letter > 0 || isStart ? bestFrom(letter + 1, at + 1) : null;
      const isNext = letter > 0 && at === from;
      const own = isStart ? wordStartPoints : isNext ? nextPoints : letterPoints;
      if (rest && (!best || own + rest.score > best.score))
        best = { score: own + rest.score, at: [at, ...rest.at] };
      at = text.indexOf(word[letter] ?? '', at + 1);
    }
    known.set(key, best);
    return best;
  };
  return bestFrom(0, 0) ?? together(word, text);
}

function together(word: string, text: string): FuzzyMatch | null {
  const at = text.indexOf(word);
  if (at === -1) return null;
  return { score: word.length, at: Array.from(word, (_letter, index) => at + index) };
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
