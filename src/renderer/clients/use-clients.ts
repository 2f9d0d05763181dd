import { useEffect, useState } from 'react';
import type { ClientsView } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';

/** Files of others change without telling anybody. */
const lookEveryMs = 4_000;

/** Null until loaded; reloaded when the main process says so, and periodically. */
export function useClients(revision: number): ClientsView | 'failed' | null {
  const [view, setView] = useState<ClientsView | 'failed' | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const reply = await bridge.command('clients:list').catch(() => 'failed' as const);
      if (isWanted) setView(reply);
    };
    void look();
    const timer = window.setInterval(() => void look(), lookEveryMs);
    return () => {
      isWanted = false;
      window.clearInterval(timer);
    };
  }, [revision]);
  return view;
}
