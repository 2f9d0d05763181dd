/** All text of the ask in which an MCP server wants to know something, and what was typed there. */
import type { ShownServerInput } from '../../../shared/asks/asks.ts';
import { hasMarkedText } from '../../../shared/base/visible-text.ts';
import {
  whyNotContent,
  type InputContent,
  type InputField,
  type InputValue,
} from '../../../shared/servers/input-form.ts';

export const serverInputText = {
  says: (server: string) => `Written by the MCP server ${server}`,
  form: 'What it asks for',
  submit: 'Submit',
  openPage: 'Open the page',
  decline: 'Decline',
  isSentTo: (server: string) =>
    `What you enter is sent to ${server}. No agent sees it in Gatehouse.`,
  secret: (server: string) =>
    `This looks like a password, token or key. ${server} gets it as you type it. Enter it only if you expected this question.`,
  page: (host: string) => `Opens ${host} in your browser. Check the name before you sign in there.`,
  optional: 'optional',
  chooseOne: 'Choose…',
  yes: 'Yes',
  theQuestion: 'The question',
  during: 'During',
  unanswered: 'Unanswered',
  getsNothing: 'The server gets no answer.',
  server: 'Server',
} as const;

/** What stands in a field: text as typed, a switch, or the options that are on. */
export type TypedValue = string | boolean | readonly string[];
export type TypedValues = Readonly<Record<string, TypedValue>>;

export const initialValues = (fields: readonly InputField[]): TypedValues =>
  Object.fromEntries(fields.map((field) => [field.name, initialOf(field)]));

function initialOf({ kind, initial }: InputField): TypedValue {
  if (kind === 'switch') return initial === true;
  if (kind === 'choices') return Array.isArray(initial) ? (initial as readonly string[]) : [];
  return initial === null ? '' : String(initial);
}

/** Without the optional fields that were left empty. */
export function contentOf(fields: readonly InputField[], typed: TypedValues): InputContent {
  const entries = fields.flatMap((field): (readonly [string, InputValue])[] => {
    const value = typed[field.name] ?? '';
    if (!field.isRequired && (value === '' || (Array.isArray(value) && value.length === 0)))
      return [];
    return [[field.name, valueOf(field, value)]];
  });
  return Object.fromEntries(entries);
}

/** An empty number is none, which the check then says. */
function valueOf({ kind }: InputField, value: TypedValue): InputValue {
  const isNumber = kind === 'number' || kind === 'whole';
  if (!isNumber || typeof value !== 'string') return value;
  return value.trim() === '' ? Number.NaN : Number(value);
}

/** Why it can't be sent yet; null when it can. */
export function whyNotSubmitted({ fields }: ShownServerInput, typed: TypedValues): string | null {
  const missing = fields.find(
    ({ name, isRequired, kind }) => isRequired && kind !== 'switch' && isEmpty(typed[name]),
  );
  if (missing) return `${missing.title}: required.`;
  return whyNotContent(fields, contentOf(fields, typed));
}

const isEmpty = (value: TypedValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const isMarkedInput = ({ message, fields, page }: ShownServerInput): boolean =>
  [message, ...fields.flatMap(({ title, description }) => [title, description])].some((text) =>
    hasMarkedText(text, { keepLines: true, prose: true }),
  ) ||
  (page !== null && hasMarkedText(page.host));
