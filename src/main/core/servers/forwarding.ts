/**
 * What the MCP transport needs of the MCP servers behind the gate, besides their tools. Only lists are
 * read here: reading a resource, getting a prompt and completing an argument are calls (server-methods.ts).
 * Resources and prompts are listed only to clients that hold the server's scope, so that a mere list
 * never starts a server.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
}

export interface ListedResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

export interface ListedPrompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly required?: boolean | undefined;
      }[]
    | undefined;
}

/** All pages, bounded; an empty list where the server has none, can't be reached or returns garbage. */
export interface ForwardedServer {
  readonly name: string;
  isVisibleTo(clientId: string): boolean;
  /** That the user has accepted; null where it has none. */
  readonly instructions: string | null;
  /** What a `subscription` call began goes on until this is disposed. */
  follow(uri: string): Disposable;
  resources(signal: AbortSignal): Promise<readonly ListedResource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ListedResourceTemplate[]>;
  prompts(signal: AbortSignal): Promise<readonly ListedPrompt[]>;
}

export interface ServerForwarding {
  /** The enabled ones that may be used. */
  servers(): readonly ForwardedServer[];
  /** A server said that its list has changed. */
  onListChanged(listener: (list: 'resources' | 'prompts', server: string) => void): Disposable;
  /** A resource that somebody follows has changed, or one below it. */
  onResourceUpdated(listener: (server: string, uri: string) => void): Disposable;
}

/** Servers may say that a resource below the one that is followed has changed. */
export const coversResource = (followed: string, uri: string): boolean =>
  uri === followed || uri.startsWith(followed.endsWith('/') ? followed : `${followed}/`);
