/** `debug_session`: the debugger of the editor, by the configurations that the person has made. */
import * as vscode from 'vscode';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import type { ToolOffer } from '../../../../src/shared/plugin-protocol.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { checkPlace, liesIn, pathOf, uriOf } from '../basics/places.ts';
import { failure, refusal } from '../basics/refusal.ts';

type Args = Readonly<Record<string, unknown>>;

const answerMs = 20_000;
const longestResult = 65_536;

export const debugOffer: ToolOffer = {
  name: 'debug_session',
  title: 'Use the debugger',
  description:
    'Start a launch configuration of the person by its name, stop it, set breakpoints, or evaluate an expression where it has stopped.',
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
        description: 'For breakpoints: all of yours; the ones before are taken away',
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
  /** Those that a session set, to be taken away with it. */
  readonly #breakpoints = new Map<string, readonly vscode.SourceBreakpoint[]>();

  async carryOut(args: Args, task: Task): Promise<Outcome> {
    switch (args['op']) {
      case 'list':
        return this.#told(task);
      case 'start':
        return this.#start(args, task);
      case 'stop':
        await vscode.debug.stopDebugging(vscode.debug.activeDebugSession);
        return this.#told(task);
      case 'breakpoints':
        this.#setBreakpoints(args, task);
        return this.#told(task);
      case 'evaluate':
        return evaluate(args['expression']);
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

  async #start({ configuration, root }: Args, task: Task): Promise<Outcome> {
    const folder = folderFor(root, task);
    const known = configurationsOf(folder).map(({ name }) => name);
    if (typeof configuration !== 'string' || !known.includes(configuration)) {
      throw refusal('not-offered', `There is: ${known.join(', ') || 'none'}.`);
    }
    if (!(await vscode.debug.startDebugging(folder, configuration))) {
      throw failure('action-failed', 'The debugger did not start.');
    }
    return this.#told(task);
  }

  #setBreakpoints({ breakpoints }: Args, task: Task): void {
    const wanted = (breakpoints ?? []) as readonly {
      path: string;
      line: number;
      condition?: string;
    }[];
    for (const { path } of wanted) checkPlace(path, task.roots);
    this.endSession(task.sessionId);
    const set = wanted.map(({ path, line, condition }) => {
      const place = new vscode.Location(uriOf(path), new vscode.Position(line - 1, 0));
      return new vscode.SourceBreakpoint(place, true, condition);
    });
    vscode.debug.addBreakpoints(set);
    this.#breakpoints.set(task.sessionId, set);
  }

  #told(task: Task): Outcome {
    const active = vscode.debug.activeDebugSession;
    const breakpoints = vscode.debug.breakpoints.flatMap((one) => {
      if (!(one instanceof vscode.SourceBreakpoint)) return [];
      const path = pathOf(one.location.uri);
      if (path === null || !liesIn(path, task.roots)) return [];
      return [{ path, line: one.location.range.start.line + 1, enabled: one.enabled }];
    });
    const configurations = ownFolders(task)
      .flatMap(configurationsOf)
      .map(({ name }) => name);
    return done({ active: active?.name ?? null, configurations, breakpoints });
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

async function evaluate(expression: unknown): Promise<Outcome> {
  if (typeof expression !== 'string') throw refusal('invalid-arguments', 'expression: is needed.');
  const { session, frameId } = await stoppedFrame();
  const said = (await asked(session, 'evaluate', { expression, context: 'repl', frameId })) as {
    readonly result?: string;
    readonly type?: string;
  };
  return done({ result: (said.result ?? '').slice(0, longestResult), type: said.type ?? '' });
}

/** A debugger that has not stopped may never answer: it is not asked. */
async function stoppedFrame() {
  const focused = vscode.debug.activeStackItem;
  if (!focused) {
    const why = vscode.debug.activeDebugSession ? 'It has not stopped yet' : 'Nothing is debugged';
    throw refusal(
      'not-offered',
      `${why}; an expression is evaluated where the program has stopped.`,
    );
  }
  const { session, threadId } = focused;
  if ('frameId' in focused) return { session, frameId: focused.frameId };
  const { stackFrames = [] } = (await asked(session, 'stackTrace', { threadId, levels: 1 })) as {
    readonly stackFrames?: readonly { readonly id: number }[];
  };
  const [top] = stackFrames;
  if (!top) throw refusal('not-offered', 'That thread has not stopped.');
  return { session, frameId: top.id };
}

async function asked(
  session: vscode.DebugSession,
  request: string,
  args: object,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The debugger does not answer.')), answerMs);
  });
  try {
    return await Promise.race([session.customRequest(request, args), late]);
  } catch (error) {
    throw failure('action-failed', error instanceof Error ? error.message.slice(0, 500) : '');
  } finally {
    clearTimeout(timer);
  }
}
