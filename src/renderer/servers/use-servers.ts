import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundServersView } from '../../shared/ipc/servers.ts';
import type { ServerDetails, ServersView } from '../../shared/servers/server-views.ts';
import { bridge } from '../app/bridge.ts';
import { serverName } from './server-acts.ts';

/** Memory and states change without an event. */
const lookEveryMs = 4_000;

interface Loaded<T> {
  readonly value: T;
}

/** Null until loaded; what was loaded stays until there is something newer. */
function useLoaded<T>(
  key: string,
  everyMs: number,
  load: () => Promise<T>,
): Loaded<T> | 'failed' | null {
  const [loaded, setLoaded] = useState<Loaded<T> | 'failed' | null>(null);
  // The key says all that the question depends on.
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const next = await loadNow().then(
        (value) => ({ value }),
        () => 'failed' as const,
      );
      if (isWanted) setLoaded(next);
    };
    void look();
    const timer = window.setInterval(() => void look(), everyMs);
    return () => {
      isWanted = false;
      window.clearInterval(timer);
    };
  }, [key, everyMs]);
  return loaded;
}

export function useServers(revision: number): ServersView | 'failed' | null {
  const loaded = useLoaded(String(revision), lookEveryMs, () => bridge.command('servers:list'));
  return loaded === null || loaded === 'failed' ? loaded : loaded.value;
}

/** Read from the clients' files, which change without an event too. */
export function useFoundServers(key: string): FoundServersView | null {
  const loaded = useLoaded(key, 2 * lookEveryMs, () => bridge.command('servers:found'));
  return loaded === null || loaded === 'failed' ? null : loaded.value;
}

/** `gone` where there is no such server. */
export function useServerDetails(
  name: string,
  revision: number,
): ServerDetails | 'failed' | 'gone' | null {
  const loaded = useLoaded(`${name} ${revision}`, lookEveryMs, () =>
    bridge.command('servers:details', { name: serverName(name) }),
  );
  return loaded === null || loaded === 'failed' ? loaded : (loaded.value ?? 'gone');
}

export function useServerLog(name: string): readonly string[] {
  const loaded = useLoaded(name, 1_000, () =>
    bridge.command('servers:log', { name: serverName(name) }),
  );
  return loaded === null || loaded === 'failed' ? [] : (loaded.value?.lines ?? []);
}
