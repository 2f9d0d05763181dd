/** Lists of resources and prompts of one server, read page by page and bounded. */
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import type {
  ForwardedServer,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
} from '../../core/core.ts';
import type { ManagedServer } from './managed-server.ts';
import { messageOf } from './server-state.ts';
import type { ServerConnection } from './server-connection.ts';

const text = z.string().max(10_000);
const name = z.string().min(1).max(1_000);
const address = z.string().min(1).max(4_096);
const texts = { title: text.optional(), description: text.optional() };

const Resource = z.object({
  ...{ uri: address, name, ...texts, mimeType: text.optional() },
  size: z.number().optional(),
}) satisfies z.ZodType<ListedResource>;
const Template = z.object({
  ...{ uriTemplate: address, name, ...texts, mimeType: text.optional() },
}) satisfies z.ZodType<ListedResourceTemplate>;
const Prompt = z.object({
  ...{ name, ...texts },
  arguments: z
    .array(z.object({ name, description: text.optional(), required: z.boolean().optional() }))
    .max(100)
    .optional(),
}) satisfies z.ZodType<ListedPrompt>;

const maxPages = 20;
const maxItems = 2_000;
const listMs = 15_000;

interface ListSpec<Item> {
  readonly method: string;
  readonly field: string;
  readonly item: z.ZodType<Item>;
  readonly capability: 'resources' | 'prompts';
}

export class ForwardedLists implements ForwardedServer {
  readonly #server: ManagedServer;
  readonly isVisibleTo: (clientId: string) => boolean;
  readonly instructions: string | null;

  constructor(
    server: ManagedServer,
    { isVisibleTo, instructions }: Pick<ForwardedServer, 'isVisibleTo' | 'instructions'>,
  ) {
    this.#server = server;
    this.isVisibleTo = isVisibleTo;
    this.instructions = instructions;
  }

  get name(): string {
    return this.#server.name;
  }

  resources(signal: AbortSignal): Promise<readonly ListedResource[]> {
    const method = 'resources/list';
    return this.#list(
      { method, field: 'resources', item: Resource, capability: 'resources' },
      signal,
    );
  }

  resourceTemplates(signal: AbortSignal): Promise<readonly ListedResourceTemplate[]> {
    const method = 'resources/templates/list';
    const field = 'resourceTemplates';
    return this.#list({ method, field, item: Template, capability: 'resources' }, signal);
  }

  prompts(signal: AbortSignal): Promise<readonly ListedPrompt[]> {
    const method = 'prompts/list';
    return this.#list({ method, field: 'prompts', item: Prompt, capability: 'prompts' }, signal);
  }

  follow(uri: string): Disposable {
    return this.#server.followed.hold(uri);
  }

  async #list<Item>(spec: ListSpec<Item>, signal: AbortSignal): Promise<readonly Item[]> {
    const found = await this.#server.use(async (connection) => {
      if (!connection.client.getServerCapabilities()?.[spec.capability]) return [];
      return pages(connection, spec, signal).catch((error: unknown) => {
        this.#server.log.say(`${spec.method} failed: ${messageOf(error)}`);
        return [];
      });
    }, signal);
    return isError(found) ? [] : found;
  }
}

async function pages<Item>(
  { client }: ServerConnection,
  { method, field, item }: ListSpec<Item>,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const page = z.looseObject({
    [field]: z.array(z.unknown()).max(maxItems),
    nextCursor: z.string().max(10_000).optional(),
  });
  const found: Item[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxPages && found.length < maxItems; count += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer: Record<string, unknown> = await client.request({ method, params }, page, {
      ...{ signal, timeout: listMs },
    });
    for (const raw of answer[field] as readonly unknown[]) {
      const { success, data } = item.safeParse(raw);
      if (success) found.push(data);
    }
    if (typeof answer['nextCursor'] !== 'string') break;
    cursor = answer['nextCursor'];
  }
  return found.slice(0, maxItems);
}
