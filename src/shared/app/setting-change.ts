/**
 * A change of one setting by the user: which fields a page may change, and the resulting settings.
 */
import { z } from 'zod';
import { protectedNamesBounds, settingBounds, Settings, type NumberSetting } from './settings.ts';

const switchNames = [
  'startHidden',
  'startAtLogin',
  'notifications',
  'approveOverHttp',
  'session.endOnScreenLock',
  'opencode.useProjectSettings',
] as const;
export type SwitchSetting = (typeof switchNames)[number];

/** Null where nothing is set. */
const textNames = [
  'backend.url',
  'backend.workspaceRoot',
  'askShortcut',
  'updates.feed',
  'updates.publicKey',
] as const;
export type TextSetting = (typeof textNames)[number];

/**
 * The settings that a page may change; OpenCode's program is chosen in one of main's dialogs.
 */
export const settingNames = [
  ...switchNames,
  ...textNames,
  'theme',
  'protectedNames',
  'backend.pageOrigins',
  'listen',
  'languageServers',
  ...(Object.keys(settingBounds) as NumberSetting[]),
] as const;
export type SettingName = (typeof settingNames)[number];

export type ProgramSetting = 'opencode.program';

export const SettingChange = z.strictObject({
  name: z.enum(settingNames),
  /** Any input; whether it is valid is reported, not thrown. */
  value: z.union([
    z.boolean(),
    z.number(),
    z.string().max(1000),
    z.null(),
    z.array(z.string().max(10_000)).max(1000),
    z.record(
      z.string().max(100),
      z.union([
        z.boolean(),
        z.string().max(4096),
        z.number(),
        z.array(z.string().max(4096)).max(200),
      ]),
    ),
  ]),
});
export type SettingChange = z.infer<typeof SettingChange>;

export interface ProgramChange {
  readonly name: ProgramSetting;
  readonly value: string | null;
}

export type SettingReceipt =
  | { readonly saved: true }
  | { readonly saved: false; readonly why: string };

export function settingIn(settings: Settings, name: SettingName | ProgramSetting): unknown {
  const [group, key] = partsOf(name);
  const at = settings[group];
  return key === undefined ? at : (at as Readonly<Record<string, unknown>>)[key];
}

/** The settings including this change, or why it is not valid. */
export function withChange(
  settings: Settings,
  { name, value }: SettingChange | ProgramChange,
): Settings | { readonly why: string } {
  const [group, key] = partsOf(name);
  const next = key === undefined ? value : { ...(settings[group] as object), [key]: value };
  const parsed = Settings.safeParse({ ...settings, [group]: next });
  return parsed.success ? parsed.data : { why: expectationOf(name) };
}

function partsOf(
  name: SettingName | ProgramSetting,
): readonly [keyof Settings, string | undefined] {
  const [group, key] = name.split('.') as [keyof Settings, string | undefined];
  return [group, key];
}

export function expectationOf(name: SettingName | ProgramSetting): string {
  if (isNumberSetting(name)) {
    const [least, most] = settingBounds[name];
    const kind = Number.isInteger(least) ? 'a whole number' : 'a number';
    return `Enter ${kind} from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`;
  }
  if (name === 'protectedNames') {
    const { names, characters } = protectedNamesBounds;
    return `Enter at most ${names} names of at most ${characters} characters each.`;
  }
  if (name === 'listen')
    return 'Enter an IP address of this machine, a port from 1 to 65,535, a certificate file and its private key file.';
  if (name === 'languageServers')
    return 'Each line needs a language such as python, a colon, and a command.';
  if (name === 'backend.url') return 'Start with ws:// or wss://, or leave it empty.';
  if (name === 'backend.pageOrigins')
    return 'Enter one origin per line, such as https://panel.example or http://localhost:3000.';
  if (name === 'backend.workspaceRoot')
    return 'Enter the full path of a folder, or leave it empty.';
  if (name === 'askShortcut')
    return 'Enter modifiers and one key, such as Ctrl+Shift+G, or leave it empty.';
  if (name === 'updates.feed') return 'Start with https://, or leave it empty.';
  if (name === 'updates.publicKey')
    return 'Enter the 44 characters of an Ed25519 public key, or leave it empty.';
  if (name === 'opencode.program') return 'Enter the full path of a program.';
  return name === 'theme' ? 'Choose system, light or dark.' : 'Choose on or off.';
}

const isNumberSetting = (name: string): name is NumberSetting => Object.hasOwn(settingBounds, name);
