/** Where the MCP transport finds the lists of servers. They are opened after core, and may be none. */
import { Disposables, toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ForwardedServer, ServerForwarding } from './forwarding.ts';

interface ChangedServerList {
  readonly list: 'resources' | 'prompts';
  readonly server: string;
}

export class ServerLists implements ServerForwarding {
  readonly #changed = new Emitter<ChangedServerList>();
  readonly #updated = new Emitter<{ readonly server: string; readonly uri: string }>();
  #source: ServerForwarding | null = null;

  /** Sets the source of lists until disposed; there is one at a time. */
  connect(source: ServerForwarding): Disposable {
    this.#source = source;
    const connected = new Disposables();
    connected.add(source.onListChanged((list, server) => this.#changed.emit({ list, server })));
    connected.add(source.onResourceUpdated((server, uri) => this.#updated.emit({ server, uri })));
    connected.add(
      toDisposable(() => {
        if (this.#source === source) this.#source = null;
      }),
    );
    return connected;
  }

  servers(): readonly ForwardedServer[] {
    return this.#source?.servers() ?? [];
  }

  onListChanged(listener: (list: 'resources' | 'prompts', server: string) => void): Disposable {
    return this.#changed.on(({ list, server }) => listener(list, server));
  }

  onResourceUpdated(listener: (server: string, uri: string) => void): Disposable {
    return this.#updated.on(({ server, uri }) => listener(server, uri));
  }
}
