/** The editor's extensions. Only the user can enable or disable one: there is no API. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { HandlerGroup } from '../basics/editor.ts';
import { failure, refusal } from '../basics/refusal.ts';

const maxItems = 10_000;
const ownId = 'gatehouse.gatehouse';

export function pluginHandlers(): HandlerGroup {
  return { handlers: { manage_plugins: managePlugins }, dispose: () => undefined };
}

async function managePlugins({ op, plugin = '' }: ActionArgs<'manage_plugins'>): Promise<Outcome> {
  if (op === 'enable' || op === 'disable') {
    throw refusal(
      'unsupported-by-editor',
      `Only the user can switch extensions: ${op} ${plugin} in the Extensions view.`,
    );
  }
  if (op === 'install') await install(plugin);
  if (op === 'uninstall') await uninstall(plugin);
  const plugins = vscode.extensions.all.filter(isUserInstalled).map(toWirePlugin);
  return done({ plugins: plugins.slice(0, maxItems), truncated: plugins.length > maxItems });
}

async function install(plugin: string): Promise<void> {
  try {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', plugin);
  } catch (error) {
    throw failure('action-failed', messageOf(error));
  }
}

async function uninstall(plugin: string): Promise<void> {
  if (!vscode.extensions.getExtension(plugin)) throw refusal('unknown-plugin');
  if (plugin.toLowerCase() === ownId) throw refusal('not-offered', 'That is Gatehouse itself.');
  try {
    await vscode.commands.executeCommand('workbench.extensions.uninstallExtension', plugin);
  } catch (error) {
    throw failure('action-failed', messageOf(error));
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

interface PluginManifest {
  readonly displayName?: string;
  readonly name?: string;
  readonly version?: string;
  readonly isBuiltin?: boolean;
}

const manifestOf = ({ packageJSON }: vscode.Extension<unknown>): PluginManifest =>
  packageJSON as PluginManifest;

/** Built-in extensions are part of the editor. */
const isUserInstalled = (extension: vscode.Extension<unknown>): boolean =>
  manifestOf(extension).isBuiltin !== true;

const toWirePlugin = (extension: vscode.Extension<unknown>) => {
  const { displayName, name = '', version = '' } = manifestOf(extension);
  return { id: extension.id, name: (displayName ?? name).slice(0, 1000), version, enabled: true };
};
