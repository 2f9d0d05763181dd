/**
 * Changes of a protected file that affect nothing that runs, such as the descriptive fields of a
 * package manifest. Everything else in the file must stay as it is, in the same order. Anything
 * that cannot be parsed with certainty counts as a change.
 */

interface InertFields {
  /** File names without their folder. */
  readonly files: readonly string[];
  /** Fields by which no tool runs, loads or resolves anything. */
  readonly fields: ReadonlySet<string>;
}

const people = ['author', 'authors', 'contributors', 'maintainers', 'funding'];
const descriptions = ['description', 'keywords', 'homepage', 'license', 'licenses', ...people];

const table: readonly InertFields[] = [
  {
    files: ['package.json'],
    fields: new Set([...descriptions, 'bugs', 'repository', 'version']),
  },
  { files: ['composer.json'], fields: new Set([...descriptions, 'support', 'readme']) },
];

/** Larger files are not compared. */
const maxCharacters = 256 * 1024;

export function isInertChange(path: string, before: string, after: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const inert = table.find(({ files }) => files.includes(name));
  if (!inert || before.length > maxCharacters || after.length > maxCharacters) return false;
  const [old, fresh] = [activePart(before, inert.fields), activePart(after, inert.fields)];
  return old !== null && old === fresh;
}

/** Everything except the inert fields, as text; null if that is uncertain. */
function activePart(text: string, inert: ReadonlySet<string>): string | null {
  if (hasOddKeys(text)) return null;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return JSON.stringify(Object.entries(value).filter(([key]) => !inert.has(key)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * A key that is repeated, escaped or special to JavaScript, which parsers may read differently.
 * Keys are told from other strings by the following colon.
 */
function hasOddKeys(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, key] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (key !== undefined && isOdd(key, open.at(-1))) return true;
  }
  return false;
}

function isOdd(key: string, siblings: Set<string> | undefined): boolean {
  if (!siblings || siblings.has(key) || key.includes('\\') || key === '__proto__') return true;
  siblings.add(key);
  return false;
}
