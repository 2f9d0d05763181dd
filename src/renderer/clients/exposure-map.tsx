/** What each agent may do on this machine by the tools of its own client, whatever Gatehouse says. */
import {
  exposedAbilities,
  type ClientCard,
  type AbilityExposure,
} from '../../shared/integrations/clients.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { OwnServers } from './own-servers.tsx';
import { abilityWords, clientsText, toolStatusWords } from './clients-text.ts';
import { isUnderTheGate, ownToolsAreOff } from './setup-request.ts';

interface ExposureMapProps {
  readonly cards: readonly ClientCard[];
  readonly revision: number;
  onDeny(card: ClientCard): void;
}

export function ExposureMap({ cards, revision, onDeny }: ExposureMapProps) {
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
      <Hazards cards={cards} />
      <OwnServers revision={revision} />
    </section>
  );
}

function Hazards({ cards }: Pick<ExposureMapProps, 'cards'>) {
  const hazards = cards.flatMap((card) => card.hazards);
  if (hazards.length === 0) return null;
  return (
    <ul className="client-notes" aria-label={clientsText.hazards}>
      {hazards.map((hazard) => (
        <li key={hazard}>
          <VisibleText text={hazard} atMost={500} />
        </li>
      ))}
    </ul>
  );
}

function ExposureRow({ card, onDeny }: { readonly card: ClientCard; onDeny(): void }) {
  const { exposure, denyFile, nativeNote, name } = card;
  const isDenied = ownToolsAreOff(card);
  const isGated = isUnderTheGate(card);
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
        {isGated && clientsText.underTheGateNow}
        {!isDenied && !isGated && denyFile !== null && (
          <button
            type="button"
            className="button"
            aria-label={clientsText.turnOffOwnToolsLabel(name)}
            onClick={onDeny}
          >
            {clientsText.turnOffOwnToolsButton}
          </button>
        )}
        {!isDenied && !isGated && denyFile === null && (
          <span className="exposure-note">{nativeNote}</span>
        )}
      </td>
    </tr>
  );
}

function StandingTag({ exposed: { standing, why } }: { readonly exposed: AbilityExposure }) {
  return (
    <span className="standing" data-standing={standing} title={why}>
      {toolStatusWords[standing]}
      <span className="only-spoken">: {why}</span>
    </span>
  );
}
