/**
 * The folder where Gatehouse keeps everything; the app and the command line must agree on it.
 */
export interface SystemEnvironment {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function dataDirOf({ platform, env, home }: SystemEnvironment): string {
  if (env['GATEHOUSE_DATA_DIR']) return env['GATEHOUSE_DATA_DIR'];
  if (platform === 'win32') return `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\Gatehouse`;
  if (platform === 'darwin') return `${home}/Library/Application Support/Gatehouse`;
  return `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/gatehouse`;
}
