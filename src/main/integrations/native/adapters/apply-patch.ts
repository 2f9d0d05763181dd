/**
 * Reads the patch format of `apply_patch` (Codex, and the tools of others modelled on it):
 *
 *   *** Begin Patch
 *   *** Add File: path        followed by + lines
 *   *** Delete File: path
 *   *** Update File: path     an optional "*** Move to: path", then @@ sections of " ", - and + lines
 *   *** End Patch
 *
 * The client's own parser decides what happens, so this one returns null wherever the two could disagree
 * about which files are touched; the call is then asked about with its text as it is.
 */
import type { NativeFileChange } from '../../../../shared/native/native-call.ts';
import { maxItems } from './input-fields.ts';

const header = /^\*\*\* (?<verb>Add File|Delete File|Update File|Move to): (?<path>.+)$/;
/** Text that another parser may treat as a header although it does not start the line. */
const headerInside = /\*\*\* (Add File|Delete File|Update File|Move to):/;
const endOfFile = '*** End of File';

interface PatchSection {
  oldLines: string[];
  newLines: string[];
  /** Its position according to the patch: the text of its @@ line, or the end of the file. */
  at: string;
}

interface PatchedFile {
  readonly verb: 'Add File' | 'Delete File' | 'Update File';
  readonly path: string;
  to?: string;
  readonly added: string[];
  readonly sections: PatchSection[];
}

export function filesInPatch(patch: string): readonly NativeFileChange[] | null {
  const lines = patch
    .trim()
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines[0] !== '*** Begin Patch' || lines.at(-1) !== '*** End Patch') return null;
  const files: PatchedFile[] = [];
  for (const line of lines.slice(1, -1)) {
    if (!takeLine(line, files)) return null;
  }
  if (files.length === 0 || files.length > maxItems) return null;
  const changes = files.map(changeOf);
  return changes.every((change) => change !== null) ? changes : null;
}

/** False if the line does not fit. */
function takeLine(line: string, files: PatchedFile[]): boolean {
  const file = files.at(-1);
  const found = header.exec(line)?.groups;
  if (found) return takeHeader(found['verb'] ?? '', found['path'] ?? '', files);
  if (line.startsWith('+')) return takeText(line, file);
  if (line.startsWith('-')) return file?.verb === 'Update File' && takeText(line, file);
  if (headerInside.test(line)) return false;
  if (file?.verb !== 'Update File') return line.trim() === '' && file?.verb !== 'Add File';
  if (line.startsWith('@@')) return file.sections.push(sectionBehind(line)) > 0;
  if (line === endOfFile) return takeEnd(file);
  // An empty line is an empty context line.
  return (line === '' || line.startsWith(' ')) && takeText(line, file);
}

const sectionBehind = (line: string): PatchSection => ({
  ...{ oldLines: [], newLines: [], at: line.slice('@@'.length).trim() },
});

function takeEnd({ sections }: PatchedFile): boolean {
  const section = sections.at(-1);
  if (section && section.at === '') section.at = endOfFile;
  return true;
}

function takeHeader(verb: string, path: string, files: PatchedFile[]): boolean {
  // Parsers differ on leading and trailing spaces and on invisible characters.
  if (path.trim() !== path || /\p{C}/u.test(path)) return false;
  const file = files.at(-1);
  if (verb === 'Move to') {
    const fits = file?.verb === 'Update File' && file.to === undefined && !file.sections.length;
    if (!file || !fits) return false;
    file.to = path;
    return true;
  }
  if (verb !== 'Add File' && verb !== 'Delete File' && verb !== 'Update File') return false;
  files.push({ verb, path, added: [], sections: [] });
  return true;
}

function takeText(line: string, file: PatchedFile | undefined): boolean {
  if (!file || file.verb === 'Delete File') return false;
  const text = line.slice(1);
  if (file.verb === 'Add File') return file.added.push(text) > 0;
  // The first section may omit its @@ line.
  const section = file.sections.at(-1) ?? sectionBehind('@@');
  if (file.sections.length === 0) file.sections.push(section);
  if (!line.startsWith('+')) section.oldLines.push(text);
  if (!line.startsWith('-')) section.newLines.push(text);
  return true;
}

function changeOf({ verb, path, to, added, sections }: PatchedFile): NativeFileChange | null {
  if (verb === 'Delete File') return { path, change: 'delete' };
  // Adding an existing file replaces it.
  if (verb === 'Add File') return { path, change: 'edit', newText: asText(added) };
  if (sections.length === 0 && to === undefined) return null;
  if (sections.length > maxItems) return null;
  const replacements = sections.map(({ oldLines, newLines, at }) => ({
    oldText: asText(oldLines),
    newText: asText(newLines),
    all: false,
    at,
  }));
  return to === undefined
    ? { path, change: 'edit', replacements }
    : { path, change: 'move', to, replacements };
}

const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
