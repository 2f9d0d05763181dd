/**
 * One WebSocket of an agent. Each command passes the gate with the session of the socket, and its
 * result is sent back.
 */
import { refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import {
  answerOf,
  callOf,
  isPlainCommand,
  SessionCommand,
  stateEvent,
  type MessageId,
} from '../../../shared/protocols/session-protocol.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import type { Session } from '../../../shared/access/access.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { Core } from '../../core/core.ts';
import type { CloseCode } from '../sockets/close-codes.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';

interface Deps {
  readonly core: Pick<Core, 'gate' | 'sessions'>;
  readonly sessionId: Session['sessionId'];
  readonly onError: (text: string) => void;
}

/**
 * The gate limits concurrent calls too, with a reason; this limits commands that wait for an
 * answer.
 */
const maxInProgress = 256;

export class SessionSocket {
  readonly #deps: Deps;
  readonly #socket: LiveSocket;
  readonly #underWay = new Set<MessageId>();
  readonly #gone = new AbortController();

  constructor(socket: LiveSocket, deps: Deps) {
    this.#socket = socket;
    this.#deps = deps;
  }

  get session(): Session | null {
    return this.#deps.core.sessions.get(this.#deps.sessionId);
  }

  receive(text: string): void {
    const command = read(text);
    if ('refusal' in command) return this.#answer(command.id, command.refusal);
    const { id } = command;
    if (this.#underWay.has(id)) {
      return this.#answer(
        id,
        refused('invalid-arguments', 'id: a call with this id is still running.'),
      );
    }
    if (this.#underWay.size >= maxInProgress) return this.#answer(id, refused('too-many-at-once'));
    void this.#carryOut(command);
  }

  sendState(state: Session['state']): void {
    this.#socket.send(stateEvent(state));
  }

  sendText(text: string): void {
    this.#socket.sendText(text);
  }

  close(code: CloseCode, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** The socket is closed: cancels its commands. */
  gone(): void {
    this.#gone.abort();
  }

  async #carryOut(command: SessionCommand): Promise<void> {
    const { core, sessionId, onError } = this.#deps;
    const { session } = this;
    if (!session) return this.#answer(command.id, refused('no-session'));
    this.#underWay.add(command.id);
    try {
      const call = callOf(command);
      const outcome = await core.gate.pass(call, session.agent, this.#gone.signal, sessionId);
      this.#answer(command.id, outcome);
    } catch (bug) {
      onError(`a call failed: ${String(bug)}`);
      this.#answer(command.id, refused('action-failed'));
    } finally {
      this.#underWay.delete(command.id);
    }
  }

  #answer(id: MessageId | null, outcome: Outcome): void {
    this.#socket.send(answerOf(id, outcome));
  }
}

interface Unreadable {
  readonly kind: 'unreadable';
  readonly id: MessageId | null;
  readonly refusal: Outcome;
}

function read(text: string): SessionCommand | Unreadable {
  const message = readStrictJson(text);
  if ('problem' in message) {
    return { kind: 'unreadable', id: null, refusal: refused('bad-json', message.detail) };
  }
  if (isPlainCommand(message.json)) return message.json;
  const command = readAs(SessionCommand, message.json);
  if (command.success) return command.data;
  const id = readAs(SessionCommand.pick({ id: true }), message.json);
  const problem = command.error.issues[0];
  const detail = `${problem?.path.join('.') || 'message'}: ${problem?.message ?? 'wrong'}.`;
  return {
    kind: 'unreadable',
    id: id.success ? id.data.id : null,
    refusal: refused('invalid-arguments', detail),
  };
}
