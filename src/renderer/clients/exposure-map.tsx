/** What each agent may do on this machine by the tools of its own client, whatever Gatehouse says. */
import {
  exposedAbilities,
  type ClientCard,
  type Exposed,
} from '../../shared/integrations/clients.ts';
import { abilityWords, clientsText, standingWords } from './clients-text.ts';

interface ExposureMapProps {
  readonly cards: readonly ClientCard[];
  onDeny(card: ClientCard): void;
}

export function ExposureMap({ cards, onDeny }: ExposureMapProps) {
  if (cards.length === 0) return null;
  return (
    <section className="card exposure" aria-labelledby="exposure-title">
      <h2 id="exposure-title">{clientsText.exposureTitle}</h2>
      <p>{clientsText.exposureExplanation}</p>
      <div
        className="exposure-scroll"
        role="region"
        aria-label={clientsText.exposureMap}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{clientsText.client}</th>
              {exposedAbilities.map((ability) => (
                <th key={ability} scope="col">
                  {abilityWords[ability]}
                </th>
              ))}
              <th scope="col">{clientsText.ownTools}</th>
            </tr>
          </thead>
          <tbody>
            {cards.map((card) => (
              <ExposureRow key={card.id} card={card} onDeny={() => onDeny(card)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ExposureRow({ card, onDeny }: { readonly card: ClientCard; onDeny(): void }) {
  const { exposure, denyFile, nativeNote, name } = card;
  const isDenied = exposure.edit.standing === 'denied' && exposure.shell.standing === 'denied';
  return (
    <tr>
      <th scope="row">{name}</th>
      {exposedAbilities.map((ability) => (
        <td key={ability}>
          <StandingTag exposed={exposure[ability]} />
        </td>
      ))}
      <td className="exposure-act">
        {isDenied && clientsText.turnedOff}
        {!isDenied && denyFile !== null && (
          <button
            type="button"
            className="button"
            aria-label={clientsText.turnOffOwnToolsLabel(name)}
            onClick={onDeny}
          >
            {clientsText.turnOffOwnToolsButton}
          </button>
        )}
        {!isDenied && denyFile === null && <span className="exposure-note">{nativeNote}</span>}
      </td>
    </tr>
  );
}

function StandingTag({ exposed: { standing, why } }: { readonly exposed: Exposed }) {
  return (
    <span className="standing" data-standing={standing} title={why}>
      {standingWords[standing]}
      <span className="only-spoken">: {why}</span>
    </span>
  );
}
