/** Turns the choices of the connect sheet into what has to be undone and written. */
import type {
  ClientCard,
  ClientChange,
  ClientPurpose,
  ClientSetupRequest,
  ClientWay,
  WrittenChange,
} from '../../shared/integrations/clients.ts';

/** `leave`: as the client's settings say. `gate`: Gatehouse decides. `off`: they are denied. */
export type OwnTools = 'leave' | 'gate' | 'off';

export interface SetupChoices {
  readonly connect: boolean;
  /** The client does not ask a second time before it calls our tools. */
  readonly allow: boolean;
  readonly ownTools: OwnTools;
  /** Beside the hooks: the client doesn't show its own prompt. */
  readonly silencePrompts: boolean;
  readonly way: ClientWay;
  readonly file: string;
}

const changeFor = (card: ClientCard, purpose: ClientPurpose): WrittenChange | undefined =>
  card.changes.find((change) => change.purpose === purpose);

export const ownToolsAreOff = ({ exposure }: ClientCard): boolean =>
  exposure.edit.standing === 'denied' && exposure.shell.standing === 'denied';

/** Written, unchanged and, as far as is known, in effect everywhere. */
export const isUnderTheGate = ({ hooks }: ClientCard): boolean =>
  hooks !== null &&
  (hooks.state.kind === 'seen' || hooks.state.kind === 'waiting') &&
  hooks.switchedOff.length === 0;

export const ownToolsNow = (card: ClientCard): OwnTools => {
  if (changeFor(card, 'hooks') !== undefined) return 'gate';
  return ownToolsAreOff(card) ? 'off' : 'leave';
};

/** Connected as before or newly; own tools stay as they are. */
export function usualChoices(card: ClientCard): SetupChoices {
  return {
    connect: true,
    allow: card.allow !== 'none',
    ownTools: ownToolsNow(card),
    silencePrompts: changeFor(card, 'prompts') !== undefined,
    way: changeFor(card, 'connect')?.way ?? card.ways[0] ?? 'command',
    file: changeFor(card, 'connect')?.file ?? card.file,
  };
}

/** Only the own tools are turned off; everything else stays as it is. */
export const denyOnlyChoices = (card: ClientCard): SetupChoices => ({
  ...usualChoices(card),
  connect: changeFor(card, 'connect') !== undefined,
  allow: changeFor(card, 'allow') !== undefined || card.allow === 'set',
  ownTools: 'off',
  silencePrompts: false,
});

export function setupRequest(card: ClientCard, choices: SetupChoices): ClientSetupRequest {
  const { file, way, allow, ownTools } = choices;
  const [connected, allowed, denied] = [
    changeFor(card, 'connect'),
    changeFor(card, 'allow'),
    changeFor(card, 'deny'),
  ];
  const isElsewhere = connected !== undefined && connected.file !== file;
  const undo = [
    ...(connected && (!choices.connect || isElsewhere) ? [connected.changeId] : []),
    ...(allowed && !allow ? [allowed.changeId] : []),
    ...(denied && ownTools !== 'off' ? [denied.changeId] : []),
    ...hooksToUndo(card, choices),
  ];
  const mustConnect =
    choices.connect &&
    (!connected || isElsewhere || connected.way !== way || card.state.kind === 'changed');
  const write = [
    ...(mustConnect ? [{ purpose: 'connect', way, file } as const] : []),
    ...(allow && card.allow === 'offered' && card.allowFile !== null
      ? [{ purpose: 'allow', way: null, file: card.allowFile } as const]
      : []),
    ...(ownTools === 'off' && !ownToolsAreOff(card) && card.denyFile !== null
      ? [{ purpose: 'deny', way: null, file: card.denyFile } as const]
      : []),
    ...hooksToWrite(card, choices),
  ];
  return { client: card.id, undo, write };
}

const wantsPrompts = ({ ownTools, silencePrompts }: SetupChoices): boolean =>
  ownTools === 'gate' && silencePrompts;

function hooksToUndo({ changes }: ClientCard, choices: SetupChoices): readonly string[] {
  const isUndone = ({ purpose }: WrittenChange): boolean =>
    (purpose === 'hooks' && choices.ownTools !== 'gate') ||
    (purpose === 'prompts' && !wantsPrompts(choices));
  return changes.filter(isUndone).map(({ changeId }) => changeId);
}

/** A hook that was changed or removed is written again with the others. */
function hooksToWrite(
  card: ClientCard,
  choices: SetupChoices,
): readonly Omit<ClientChange, 'client'>[] {
  const { hooks, changes } = card;
  if (!hooks || choices.ownTools !== 'gate') return [];
  const isBroken = hooks.state.kind === 'broken' || hooks.state.kind === 'off';
  const { promptsFile } = hooks;
  const hasPrompts = changes.some(({ purpose }) => purpose === 'prompts');
  return [
    ...(isBroken
      ? hooks.files.map((file) => ({ purpose: 'hooks', way: null, file }) as const)
      : []),
    ...(promptsFile !== null && wantsPrompts(choices) && !hasPrompts
      ? [{ purpose: 'prompts', way: null, file: promptsFile } as const]
      : []),
  ];
}

/** What the Repair button of a card does: only the hooks are written again. */
export const repairChoices = (card: ClientCard): SetupChoices => ({
  ...usualChoices(card),
  connect: changeFor(card, 'connect') !== undefined,
  allow: changeFor(card, 'allow') !== undefined || card.allow === 'set',
  ownTools: 'gate',
});

/** Everything that Gatehouse wrote for this client goes. */
export const undoRequest = ({ id, changes }: ClientCard): ClientSetupRequest => ({
  client: id,
  undo: changes.map(({ changeId }) => changeId),
  write: [],
});
