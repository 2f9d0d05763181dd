/** What this editor is called, by people and by Gatehouse. Pure. */

const known: Readonly<Record<string, string>> = {
  'Visual Studio Code': 'vscode',
  'Visual Studio Code - Insiders': 'vscode-insiders',
};

/** Each product of the family is an editor of its own, with a key of its own. */
export function pluginIdOf(appName: string): string {
  const slug = appName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30);
  return known[appName] ?? (slug || 'vscode');
}

/** The secret storage is shared between machines that a person works on from one editor. */
export const secretName = (
  what: 'plugin-key' | 'client-key',
  host: string,
  folder: string,
): string => `${what} ${host} ${folder}`;
