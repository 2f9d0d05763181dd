/** The six colour tools: `workbench.colorCustomizations`, changed where the agent is told to. */
import * as vscode from 'vscode';
import type { ToolOffer } from '../../../../src/shared/plugin-protocol.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import { refusal } from '../basics/refusal.ts';
import { asHex, isPartName } from './colour-values.ts';

type Colours = Readonly<Record<string, unknown>>;
type Args = Readonly<Record<string, unknown>>;
export type ToolHand = (args: Args) => Promise<Outcome>;

const section = 'workbench';
const setting = 'colorCustomizations';
const mostAtOnce = 200;

const key = {
  type: 'string',
  maxLength: 100,
  description: 'Part of the editor, such as editor.background or statusBar.background',
} as const;
const value = {
  type: 'string',
  maxLength: 100,
  description: 'The colour: #RRGGBB, #RRGGBBAA, rgb(…), hsl(…) or a name',
} as const;
const target = {
  enum: ['Global', 'Workspace'],
  default: 'Global',
  description: 'Whose setting: of all windows of the person, or of this workspace',
} as const;

function offer(
  name: string,
  title: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ToolOffer {
  const isLook = name.startsWith('get');
  return {
    name,
    title,
    description,
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      readOnlyHint: isLook,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    scope: 'editor:theme',
    timeout_ms: 5_000,
  };
}

export const colourOffers: readonly ToolOffer[] = [
  offer('getCurrentColors', 'See the colours', 'The colours that were changed, and the theme.', {}),
  offer(
    'getColor',
    'See a colour',
    'One colour that was changed; null if it is the theme’s.',
    { key },
    ['key'],
  ),
  offer(
    'setColor',
    'Change a colour',
    'Changes one colour and tells the old one.',
    { key, value, target },
    ['key', 'value'],
  ),
  offer(
    'setColors',
    'Change colours',
    'Changes several colours at once and tells the old ones.',
    {
      colors: { type: 'object', maxProperties: mostAtOnce, additionalProperties: value },
      target,
    },
    ['colors'],
  ),
  offer('resetColor', 'Put a colour back', 'Gives a colour back to the theme.', { key, target }, [
    'key',
  ]),
  offer('resetAllColors', 'Put all colours back', 'Gives all colours back to the theme.', {
    target,
  }),
];

const config = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration(section);

const current = (): Colours => config().get<Colours>(setting) ?? {};

function targetOf(args: Args): vscode.ConfigurationTarget {
  const isWorkspace = args['target'] === 'Workspace';
  if (isWorkspace && !vscode.workspace.workspaceFolders?.length) {
    throw refusal('invalid-arguments', 'target: no workspace is open.');
  }
  return isWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}

function coloursAt(at: vscode.ConfigurationTarget): Colours {
  const found = config().inspect<Colours>(setting);
  const own =
    at === vscode.ConfigurationTarget.Workspace ? found?.workspaceValue : found?.globalValue;
  return own ?? {};
}

const write = (colours: Colours, at: vscode.ConfigurationTarget): Thenable<void> =>
  config().update(setting, Object.keys(colours).length > 0 ? colours : undefined, at);

function keyOf(args: Args): string {
  const name = args['key'];
  if (typeof name !== 'string' || !isPartName(name)) {
    throw refusal('invalid-arguments', 'key: that is no part of the editor.');
  }
  return name;
}

function hexOf(name: string, text: unknown): string {
  const hex = typeof text === 'string' ? asHex(text) : null;
  if (hex === null) throw refusal('invalid-arguments', `${name}: that is no colour.`);
  return hex;
}

const told = (colours: Colours, name: string): string | null => {
  const found = colours[name];
  return typeof found === 'string' ? found : null;
};

async function change(wanted: Readonly<Record<string, string>>, args: Args): Promise<Outcome> {
  const at = targetOf(args);
  const before = coloursAt(at);
  await write({ ...before, ...wanted }, at);
  const changes = Object.entries(wanted).map(([name, newValue]) => ({
    ...{ key: name, oldValue: told(before, name), newValue },
  }));
  const [only] = changes;
  return done(
    changes.length === 1 && 'key' in args ? { success: true, ...only } : { success: true, changes },
  );
}

export const colourHands: Readonly<Record<string, ToolHand>> = {
  getCurrentColors: async () => {
    const theme = config().get<string>('colorTheme') ?? null;
    return done({ theme, colors: current() });
  },
  getColor: async (args) => {
    const name = keyOf(args);
    return done({ key: name, value: told(current(), name) });
  },
  setColor: async (args) => {
    const name = keyOf(args);
    return change({ [name]: hexOf('value', args['value']) }, args);
  },
  setColors: async (args) => {
    const colours = Object.entries(args['colors'] as Colours);
    if (colours.length === 0 || colours.length > mostAtOnce) {
      throw refusal('invalid-arguments', `colors: from 1 to ${mostAtOnce}.`);
    }
    const wanted = colours.map(
      ([name, text]) => [keyOf({ key: name }), hexOf(name, text)] as const,
    );
    return change(Object.fromEntries(wanted), args);
  },
  resetColor: async (args) => {
    const name = keyOf(args);
    const at = targetOf(args);
    const { [name]: _gone, ...rest } = coloursAt(at);
    const oldValue = told(coloursAt(at), name);
    await write(rest, at);
    return done({ success: true, key: name, oldValue });
  },
  resetAllColors: async (args) => {
    const at = targetOf(args);
    const oldColors = coloursAt(at);
    await write({}, at);
    return done({ success: true, oldColors });
  },
};
