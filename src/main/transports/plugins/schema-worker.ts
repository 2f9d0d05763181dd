/** The thread that checks arguments against schemas written by pages and plugins. */
import '../../../shared/base/freeze-prototypes.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';

export interface SchemaTask {
  readonly id: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly args: unknown;
}

/**
 * Ignored, because the arguments determine how long these keywords take. The plugin checks them
 * itself.
 */
const costlyKeywords = ['pattern', 'uniqueItems', 'format'];
const maxCompiled = 100;
const compiled = new Map<string, ValidateFunction>();

serveTasks(({ id, schema, args }: SchemaTask) => {
  const fits = compiled.get(id) ?? compile(schema);
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(id, fits);
  return fits(args) ? null : wordsFor(fits.errors?.[0]);
});

function compile(schema: SchemaTask['schema']): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  for (const keyword of costlyKeywords) ajv.removeKeyword(keyword);
  // The dialect is removed, because Ajv refuses unknown ones; the keywords that we use are the same
  // in all.
  const { $schema: _dialect, $async: _async, ...plain } = schema;
  return ajv.compile(plain);
}

function wordsFor(error: ErrorObject | undefined): string {
  if (!error) return 'arguments: invalid.';
  const { instancePath, message = 'wrong', params } = error;
  const field = instancePath.slice(1, 200).replaceAll('/', '.') || 'arguments';
  const extra: unknown = params['additionalProperty'];
  return `${field}: ${message.slice(0, 300)}${typeof extra === 'string' ? ` (${extra.slice(0, 100)})` : ''}.`;
}
