/** Which clients see a server, or one of its tools. */
import type { ClientId } from '../../shared/base/ids.ts';
import { serversText } from './servers-text.ts';

interface ClientTicksProps {
  readonly clients: readonly ClientId[];
  readonly hiddenFrom: readonly ClientId[];
  labelOf(client: ClientId): string;
  onChange(client: ClientId, isVisible: boolean): void;
}

export function ClientTicks({ clients, hiddenFrom, labelOf, onChange }: ClientTicksProps) {
  if (clients.length === 0) return serversText.noClients;
  return (
    <ul className="client-ticks">
      {clients.map((client) => (
        <li key={client}>
          <label>
            <input
              type="checkbox"
              aria-label={labelOf(client)}
              checked={!hiddenFrom.includes(client)}
              onChange={(event) => onChange(client, event.target.checked)}
            />
            {client}
          </label>
        </li>
      ))}
    </ul>
  );
}
