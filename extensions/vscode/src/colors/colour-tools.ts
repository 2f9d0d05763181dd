/** The six colour tools, which read and change `workbench.colorCustomizations`. */
import * as vscode from 'vscode';
import type { ToolOffer } from '../../../../src/shared/protocols/plugin-protocol.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import { refusal } from '../basics/refusal.ts';
import { asHex, isPartName } from './colour-values.ts';

type Colours = Readonly<Record<string, unknown>>;
type ColourArgs = Readonly<Record<string, unknown>>;
export type ToolHandler = (args: ColourArgs) => Promise<Outcome>;

const section = 'workbench';
const setting = 'colorCustomizations';
const maxAtOnce = 200;

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
  description: 'Which settings: the user’s, for all windows, or those of this workspace',
} as const;

function offer(
  name: string,
  title: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ToolOffer {
  const isRead = name.startsWith('get');
  return {
    name,
    title,
    description,
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      readOnlyHint: isRead,
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
      colors: { type: 'object', maxProperties: maxAtOnce, additionalProperties: value },
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

function targetOf(args: ColourArgs): vscode.ConfigurationTarget {
  const isWorkspace = args['target'] === 'Workspace';
  if (isWorkspace && !vscode.workspace.workspaceFolders?.length) {
    throw refusal('invalid-arguments', 'target: no workspace is open.');
  }
  return isWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}

function coloursAt(at: vscode.ConfigurationTarget): Colours {
  const inspected = config().inspect<Colours>(setting);
  const own =
    at === vscode.ConfigurationTarget.Workspace
      ? inspected?.workspaceValue
      : inspected?.globalValue;
  return own ?? {};
}

const write = (colours: Colours, at: vscode.ConfigurationTarget): Thenable<void> =>
  config().update(setting, Object.keys(colours).length > 0 ? colours : undefined, at);

function keyOf(args: ColourArgs): string {
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

const colourValue = (colours: Colours, name: string): string | null => {
  const inspected = colours[name];
  return typeof inspected === 'string' ? inspected : null;
};

async function change(
  requested: Readonly<Record<string, string>>,
  args: ColourArgs,
): Promise<Outcome> {
  const at = targetOf(args);
  const before = coloursAt(at);
  await write({ ...before, ...requested }, at);
  const changes = Object.entries(requested).map(([name, newValue]) => ({
    ...{ key: name, oldValue: colourValue(before, name), newValue },
  }));
  const [only] = changes;
  return done(
    changes.length === 1 && 'key' in args ? { success: true, ...only } : { success: true, changes },
  );
}

export const colorHandlers: Readonly<Record<string, ToolHandler>> = {
  getCurrentColors: async () => {
    const theme = config().get<string>('colorTheme') ?? null;
    return done({ theme, colors: current() });
  },
  getColor: async (args) => {
    const name = keyOf(args);
    return done({ key: name, value: colourValue(current(), name) });
  },
  setColor: async (args) => {
    const name = keyOf(args);
    return change({ [name]: hexOf('value', args['value']) }, args);
  },
  setColors: async (args) => {
    const colours = Object.entries(args['colors'] as Colours);
    if (colours.length === 0 || colours.length > maxAtOnce) {
      throw refusal('invalid-arguments', `colors: from 1 to ${maxAtOnce}.`);
    }
    const requested = colours.map(
      ([name, text]) => [keyOf({ key: name }), hexOf(name, text)] as const,
    );
    return change(Object.fromEntries(requested), args);
  },
  resetColor: async (args) => {
    const name = keyOf(args);
    const at = targetOf(args);
    const { [name]: _gone, ...rest } = coloursAt(at);
    const oldValue = colourValue(coloursAt(at), name);
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
