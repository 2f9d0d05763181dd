/** The form that adds or edits a server, and the spec that it makes. */
import type { Secrets, ServerSpec } from '../../shared/servers/server-commands.ts';
import { serversText } from './servers-text.ts';

export interface FormVariable {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export interface ServerForm {
  readonly isUrl: boolean;
  readonly name: string;
  readonly command: string;
  readonly url: string;
  readonly transport: 'http' | 'sse';
  /** Environment variables or headers. */
  readonly variables: readonly FormVariable[];
  /** One per line. */
  readonly folders: string;
  readonly hosts: string;
  readonly isOutsideSandbox: boolean;
}

export interface FilledForm {
  readonly name: string;
  readonly spec: ServerSpec;
  readonly secrets: Secrets;
}

export const emptyServerForm: ServerForm = {
  ...{ isUrl: false, name: '', command: '', url: '', transport: 'http', variables: [] },
  ...{ folders: '', hosts: '', isOutsideSandbox: false },
};

export function formOfSpec(name: string, spec: ServerSpec): ServerForm {
  const names = spec.kind === 'stdio' ? spec.env : spec.headers;
  const variables = names.map((item, key) => ({ key, name: item, value: '' }));
  if (spec.kind !== 'stdio')
    return {
      ...{ ...emptyServerForm, name, isUrl: true, variables },
      ...{ url: spec.url, transport: spec.kind },
    };
  return {
    ...{ ...emptyServerForm, name, variables, isOutsideSandbox: spec.isOutsideSandbox },
    command: [spec.command, ...spec.args].map(quoted).join(' '),
    folders: spec.folders.join('\n'),
    hosts: spec.hosts.join('\n'),
  };
}

interface FormContext {
  /** Names of the other servers. */
  readonly taken: readonly string[];
  /** New servers need values; those of others are set under Secrets. */
  readonly needsValues: boolean;
}

/** What the form means, or the first thing that is wrong with it. */
export function filledForm(form: ServerForm, context: FormContext): FilledForm | string {
  const name = form.name.trim();
  if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name)) return serversText.nameNeeded;
  if (context.taken.includes(name)) return serversText.nameTaken;
  const spec = form.isUrl ? remoteSpec(form) : stdioSpec(form);
  if (typeof spec === 'string') return spec;
  const wrong = wrongVariable(form, context);
  if (wrong !== null) return wrong;
  const secrets = Object.fromEntries(
    form.variables.flatMap(({ name: item, value }) => (value === '' ? [] : [[item, value]])),
  );
  return { name, spec, secrets: context.needsValues ? secrets : {} };
}

function stdioSpec(form: ServerForm): ServerSpec | string {
  const words = splitCommand(form.command);
  if (words === null) return serversText.quoteOpen;
  const [command, ...args] = words;
  if (command === undefined || command === '') return serversText.commandNeeded;
  const folders = linesOf(form.folders);
  if (folders.some((folder) => !/^(\/|[A-Za-z]:[/\\])/.test(folder)))
    return serversText.foldersAbsolute;
  return {
    ...{ kind: 'stdio', command, args, env: namesOf(form), folders },
    ...{ hosts: linesOf(form.hosts), isOutsideSandbox: form.isOutsideSandbox },
  };
}

function remoteSpec(form: ServerForm): ServerSpec | string {
  const url = form.url.trim();
  if (!/^https?:\/\/\S+$/.test(url) || !URL.canParse(url)) return serversText.urlNeeded;
  return { kind: form.transport, url, headers: namesOf(form) };
}

const namesOf = ({ variables }: ServerForm): readonly string[] =>
  variables.map(({ name }) => name.trim());

function wrongVariable(form: ServerForm, { needsValues }: FormContext): string | null {
  const shape = form.isUrl ? /^[A-Za-z][\w-]{0,127}$/ : /^[A-Za-z_]\w{0,127}$/;
  const names = namesOf(form);
  if (names.some((name) => !shape.test(name)))
    return form.isUrl ? serversText.headerNames : serversText.variableNames;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return serversText.nameTwice(twice);
  const empty = form.variables.find(({ value }) => value === '');
  return needsValues && empty ? serversText.valueMissing(empty.name) : null;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A server that `npx some-server` starts gets that name, until the user types another. */
export function suggestedName(form: ServerForm): string {
  const words = form.isUrl ? hostWords(form.url) : (splitCommand(form.command) ?? []);
  const isRunner = /^(npx|bunx|uvx|pnpm|node|python3?|docker|deno)$/;
  const word = words.find((item) => !item.startsWith('-') && !isRunner.test(item)) ?? '';
  const last =
    word
      .replace(/(?<=.)@[^/@]*$/, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  return last
    .toLowerCase()
    .replace(/\.(m?js|ts|py)$/, '')
    .replace(/^(mcp-)?server-|-mcp(-server)?$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 32)
    .replace(/(?<!-)-+$/, '');
}

/** `mcp.linear.app` is linear. */
function hostWords(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const parts = new URL(url).hostname.split('.').filter((part) => part !== 'mcp' && part !== 'www');
  return parts.slice(0, 1);
}

/**
 * The words of a command line, by spaces, quotation marks and backslashes as in a shell. Nothing is
 * expanded. Null where a quotation mark is not closed.
 */
export function splitCommand(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote !== null) {
      if (char === quote) quote = null;
      else if (char === '\\' && quote === '"' && /["\\]/.test(next)) {
        word += next;
        at += 1;
      } else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === '\\' && /[\s"'\\]/.test(next)) {
      word = (word ?? '') + next;
      at += 1;
    } else word = (word ?? '') + char;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

const quoted = (word: string): string =>
  /^[^\s"'\\]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
