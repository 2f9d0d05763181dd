/** Handles `debug_session` with the user's launch configurations. */
import * as vscode from 'vscode';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { ToolOffer } from '../../../../src/shared/protocols/plugin-protocol.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { isInside } from '../../../../src/shared/files/inside.ts';
import { checkPlace, liesIn, pathOf, realPathOf, uriOf } from '../basics/allowed-paths.ts';
import { failure, refusal } from '../basics/refusal.ts';
import { outOfReachReason, type DebugFacts } from './debug-reach.ts';

type DebugArgs = Readonly<Record<string, unknown>>;

const answerMs = 20_000;
const maxResultLength = 65_536;

export const debugOffer: ToolOffer = {
  name: 'debug_session',
  title: 'Use the debugger',
  description:
    'Start one of the user’s launch configurations by name, stop it, set breakpoints, or evaluate an expression where it has stopped.',
  input_schema: {
    type: 'object',
    properties: {
      op: { enum: ['list', 'start', 'stop', 'breakpoints', 'evaluate'] },
      configuration: {
        type: 'string',
        maxLength: 200,
        description: 'For start: its name in launch.json',
      },
      root: {
        type: 'string',
        maxLength: 4096,
        description: 'For start: the folder; needed if there are several',
      },
      breakpoints: {
        type: 'array',
        maxItems: 200,
        description: 'For breakpoints: all of yours; they replace the previous ones',
        items: {
          type: 'object',
          properties: {
            path: { type: 'string', maxLength: 4096 },
            line: { type: 'integer', minimum: 1 },
            condition: { type: 'string', maxLength: 1000 },
          },
          required: ['path', 'line'],
          additionalProperties: false,
        },
      },
      expression: { type: 'string', maxLength: 4000, description: 'For evaluate' },
    },
    required: ['op'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  scope: 'debug:session',
  timeout_ms: 60_000,
};

export class Debugging implements vscode.Disposable {
  /** Breakpoints by session, removed when it ends. */
  readonly #breakpoints = new Map<string, readonly vscode.SourceBreakpoint[]>();

  async control(args: DebugArgs, task: Task): Promise<Outcome> {
    switch (args['op']) {
      case 'list':
        return this.#stateOf(task);
      case 'start':
        return this.#start(args, task);
      case 'stop':
        await stopActive(task);
        return this.#stateOf(task);
      case 'breakpoints':
        this.#setBreakpoints(args, task);
        return this.#stateOf(task);
      case 'evaluate':
        return evaluate(args['expression'], task);
      default:
        throw refusal('invalid-arguments', 'op: that is none.');
    }
  }

  endSession(sessionId: string): void {
    vscode.debug.removeBreakpoints(this.#breakpoints.get(sessionId) ?? []);
    this.#breakpoints.delete(sessionId);
  }

  dispose(): void {
    for (const sessionId of [...this.#breakpoints.keys()]) this.endSession(sessionId);
  }

  async #start({ configuration, root }: DebugArgs, task: Task): Promise<Outcome> {
    const folder = folderFor(root, task);
    const known = configurationsOf(folder).map(({ name }) => name);
    if (typeof configuration !== 'string' || !known.includes(configuration)) {
      throw refusal('not-offered', `There is: ${known.join(', ') || 'none'}.`);
    }
    if (!(await vscode.debug.startDebugging(folder, configuration))) {
      throw failure('action-failed', 'The debugger did not start.');
    }
    return this.#stateOf(task);
  }

  #setBreakpoints({ breakpoints }: DebugArgs, task: Task): void {
    const requested = (breakpoints ?? []) as readonly {
      path: string;
      line: number;
      condition?: string;
    }[];
    for (const { path } of requested) checkPlace(path, task.roots);
    this.endSession(task.sessionId);
    const set = requested.map(({ path, line, condition }) => {
      const location = new vscode.Location(uriOf(path), new vscode.Position(line - 1, 0));
      return new vscode.SourceBreakpoint(location, true, condition);
    });
    vscode.debug.addBreakpoints(set);
    this.#breakpoints.set(task.sessionId, set);
  }

  #stateOf(task: Task): Outcome {
    const active = vscode.debug.activeDebugSession;
    const breakpoints = vscode.debug.breakpoints.flatMap((breakpoint) => {
      if (!(breakpoint instanceof vscode.SourceBreakpoint)) return [];
      const path = pathOf(breakpoint.location.uri);
      if (path === null || !liesIn(path, task.roots)) return [];
      return [
        { path, line: breakpoint.location.range.start.line + 1, enabled: breakpoint.enabled },
      ];
    });
    const configurations = ownFolders(task)
      .flatMap(configurationsOf)
      .map(({ name }) => name);
    const isOwn = active !== undefined && outOfReach(active, task) === null;
    return done({ active: isOwn ? active.name : null, configurations, breakpoints });
  }
}

const ownFolders = ({ roots }: Task): readonly vscode.WorkspaceFolder[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => {
    const path = pathOf(uri);
    return path !== null && liesIn(path, roots);
  });

function folderFor(root: unknown, task: Task): vscode.WorkspaceFolder {
  const own = ownFolders(task);
  const named = own.filter(({ uri }) => root === undefined || pathOf(uri) === root);
  const [only, ...others] = named;
  if (!only || others.length > 0)
    throw refusal('invalid-arguments', 'root: name one of your folders.');
  return only;
}

const configurationsOf = ({ uri }: vscode.WorkspaceFolder): readonly { readonly name: string }[] =>
  vscode.workspace
    .getConfiguration('launch', uri)
    .get<readonly { name: string }[]>('configurations') ?? [];

/** Stops the active debug session if this agent may use it. */
async function stopActive(task: Task): Promise<void> {
  const active = vscode.debug.activeDebugSession;
  if (!active) return;
  checkReach(active, task);
  await vscode.debug.stopDebugging(active);
}

function outOfReach(session: vscode.DebugSession, { roots, skip }: Task): string | null {
  const isInRoots = (file: string): boolean =>
    liesIn(file, roots) && !skip.some((folder) => isInside(file, folder));
  return outOfReachReason(factsOf(session), isInRoots, realPathOf);
}

function checkReach(session: vscode.DebugSession, task: Task): void {
  const reason = outOfReach(session, task);
  if (reason !== null) throw refusal('outside-roots', reason);
}

function factsOf(session: vscode.DebugSession): DebugFacts {
  const { workspaceFolder, configuration, parentSession } = session;
  return {
    folder: workspaceFolder ? pathOf(workspaceFolder.uri) : null,
    configuration,
    parent: parentSession ? factsOf(parentSession) : null,
  };
}

async function evaluate(expression: unknown, task: Task): Promise<Outcome> {
  if (typeof expression !== 'string') throw refusal('invalid-arguments', 'expression: is needed.');
  const { session, frameId } = await stoppedFrame(task);
  const reply = (await customRequest(session, 'evaluate', {
    expression,
    context: 'repl',
    frameId,
  })) as {
    readonly result?: string;
    readonly type?: string;
  };
  return done({ result: (reply.result ?? '').slice(0, maxResultLength), type: reply.type ?? '' });
}

/** A running debugger may never answer, so it is not asked. */
async function stoppedFrame(task: Task) {
  const focused = vscode.debug.activeStackItem;
  if (!focused) {
    const reason = vscode.debug.activeDebugSession
      ? 'It has not stopped yet'
      : 'Nothing is debugged';
    throw refusal(
      'not-offered',
      `${reason}; an expression is evaluated where the program has stopped.`,
    );
  }
  const { session, threadId } = focused;
  checkReach(session, task);
  if ('frameId' in focused) return { session, frameId: focused.frameId };
  const { stackFrames = [] } = (await customRequest(session, 'stackTrace', {
    threadId,
    levels: 1,
  })) as {
    readonly stackFrames?: readonly { readonly id: number }[];
  };
  const [top] = stackFrames;
  if (!top) throw refusal('not-offered', 'That thread has not stopped.');
  return { session, frameId: top.id };
}

async function customRequest(
  session: vscode.DebugSession,
  request: string,
  args: object,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The debugger does not answer.')), answerMs);
  });
  try {
    return await Promise.race([session.customRequest(request, args), timeout]);
  } catch (error) {
    throw failure('action-failed', error instanceof Error ? error.message.slice(0, 500) : '');
  } finally {
    clearTimeout(timer);
  }
}
