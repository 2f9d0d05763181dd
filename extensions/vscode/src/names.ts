/** Names and ids of this editor. */

const known: Readonly<Record<string, string>> = {
  'Visual Studio Code': 'vscode',
  'Visual Studio Code - Insiders': 'vscode-insiders',
};

/** Each VS Code product is a separate editor with its own key. */
export function pluginIdOf(appName: string): string {
  const slug = appName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 30);
  return known[appName] ?? (slug || 'vscode');
}

/** One editor's secret storage may serve several machines, so the name includes the machine. */
export const secretName = (
  kind: 'plugin-key' | 'client-key',
  host: string,
  folder: string,
): string => `${kind} ${host} ${folder}`;
