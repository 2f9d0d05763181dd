/**
 * The environment of a command that an agent starts: variables from the user's own environment,
 * the agent's variables that are accepted, and what we set so that nothing waits for input or
 * opens a pager. An allowlist: any other name is dropped.
 */

export interface DroppedVariable {
  readonly name: string;
  readonly reason: string;
}

export interface ChildEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** The names that came from the agent. */
  readonly fromAgent: readonly string[];
  readonly dropped: readonly DroppedVariable[];
}

/** Variables that only affect how output looks, or select a harmless variant. */
const harmless = new Set(
  `CI TZ LANG LANGUAGE TERM COLORTERM NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES
  NODE_ENV RUST_BACKTRACE RUST_LOG RUST_LIB_BACKTRACE LOG_LEVEL LOGLEVEL VERBOSE DEBUG QUIET
  CARGO_TERM_COLOR CARGO_TERM_PROGRESS_WHEN CARGO_INCREMENTAL GOOS GOARCH GOARM GOMAXPROCS GOGC
  CGO_ENABLED GO111MODULE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING
  PYTHONUTF8 PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK HYPOTHESIS_SEED
  NPM_CONFIG_LOGLEVEL NPM_CONFIG_FUND NPM_CONFIG_AUDIT PORT TEST_ENV APP_ENV RAILS_ENV RACK_ENV
  MIX_ENV DEBIAN_FRONTEND SOURCE_DATE_EPOCH JOBS BABEL_ENV VITEST_MAX_WORKERS JEST_WORKERS
  TURBO_TELEMETRY_DISABLED NEXT_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DO_NOT_TRACK
  DOCKER_BUILDKIT COMPOSE_DOCKER_CLI_BUILD MALLOC_ARENA_MAX OMP_NUM_THREADS TF_LOG BUN_ENV
  GOTRACEBACK DENO_NO_UPDATE_CHECK TSC_NONPOLLING_WATCHER UPDATE_SNAPSHOTS SNAPSHOT_UPDATE`
    .split(/\s+/)
    .filter((name) => name !== ''),
);
const harmlessForms = /^LC_[A-Z]+$/;

/** Variables that make a harmless program run something else, with the explanation for each. */
const dangerousForms: readonly (readonly [RegExp, string])[] = [
  [/^(?:LD|DYLD)_|^GCONV_PATH$|^GLIBC_TUNABLES$/, 'it loads code into every program'],
  [/^PATH$|^PATHEXT$|^CDPATH$/, 'it decides which program a name means'],
  [/^GIT_/, 'it makes git run programs or look elsewhere'],
  [/^NODE_|^NPM_|^npm_|^YARN_|^PNPM_|^COREPACK_|^BUN_|^DENO_/, 'it makes Node tools load code'],
  [/^ELECTRON_|^CHROME_/, 'it turns Electron programs into something else'],
  [/^PYTHON|^PIP_|^UV_|^VIRTUAL_ENV$|^PYTEST_/, 'it makes Python load other code'],
  [/^PERL|^RUBY|^GEM_|^BUNDLE_|^LUA_|^PHPRC$|^PHP_/, 'it makes an interpreter load other code'],
  [
    /^JAVA_|^JDK_|^_JAVA_|^MAVEN_|^GRADLE_|^KOTLIN_|^CLASSPATH$|^SCALA/,
    'it makes Java load other code',
  ],
  [
    /^RUSTC|^RUSTFLAGS$|^RUSTDOC|^CARGO_|^GO[A-Z]*FLAGS$|^GO(?:ROOT|PATH|PROXY|TOOLCHAIN|ENV)$|^CGO_/,
    'it makes a compiler run other programs',
  ],
  [
    /^(?:CC|CXX|LD|AR|AS|CPP|FC|CFLAGS|CXXFLAGS|LDFLAGS|CPPFLAGS|MAKE|MAKEFLAGS|GNUMAKEFLAGS|MFLAGS|CMAKE_.*|COMPILER_PATH)$/,
    'it makes a build run other programs',
  ],
  [
    /^(?:BASH_.*|ENV|SHELL|SHELLOPTS|BASHOPTS|IFS|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|FPATH|HISTFILE|MAIL.*)$/,
    'it makes a shell run other code',
  ],
  [
    /PAGER$|EDITOR$|^VISUAL$|^BROWSER$|ASKPASS$|^LESS|^MANOPT$|^MANROFF|^VIM|^EXINIT$|^FCEDIT$/,
    'it names a program to be started',
  ],
  [/^SSH_|^RSYNC_|^CVS_RSH$|^HG|^SVN_/, 'it names a program or a key to be used'],
  [
    /PROXY$|^(?:SSL|CURL|REQUESTS)_CA|^SSL_CERT|^OPENSSL_|^AWS_|^AZURE_|^GOOGLE_|^KUBECONFIG$|^DOCKER_|^GH_|^GITHUB_/i,
    'it decides who is spoken to and trusted',
  ],
  [
    /^(?:HOME|TMPDIR|TEMP|TMP|USERPROFILE|APPDATA|XDG_.*|PWD|OLDPWD)$/,
    'it decides where settings are found',
  ],
];

export type VariableRisk =
  | { readonly kind: 'harmless' }
  | { readonly kind: 'dangerous' | 'unknown'; readonly reason: string };

/** The possible effect of setting a variable. */
export function variableRisk(name: string): VariableRisk {
  if (harmless.has(name) || harmlessForms.test(name)) return { kind: 'harmless' };
  const form = dangerousForms.find(([test]) => test.test(name));
  if (form) return { kind: 'dangerous', reason: form[1] };
  return { kind: 'unknown', reason: 'it is not on the list of harmless names' };
}

/** Copied from the user's environment if set. */
const owned = new Set(
  `HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM COLORTERM TMPDIR TEMP TMP USERPROFILE USERNAME
  APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES SystemRoot SYSTEMROOT windir COMSPEC PATHEXT
  XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR HOMEDRIVE HOMEPATH`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Prevents waiting for a keyboard, pagers, and a repository's own settings. */
const ours: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  GH_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'safe.bareRepository',
  GIT_CONFIG_VALUE_1: 'explicit',
};

const maxValueLength = 4096;
const maxVariables = 64;

export function environmentFor(
  agent: Readonly<Record<string, string>>,
  owner: Readonly<Record<string, string | undefined>> = {},
): ChildEnvironment {
  const variables: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(owner)) {
    if (value !== undefined && (owned.has(name) || harmlessForms.test(name)))
      variables[name] = value;
  }
  variables['PATH'] = cleanPath(
    owner['PATH'] ?? owner['Path'] ?? '',
    owner['SystemRoot'] !== undefined,
  );
  const fromAgent: string[] = [];
  const dropped: DroppedVariable[] = [];
  for (const [name, value] of Object.entries(agent)) {
    const reason = whyDropped(name, value, fromAgent.length);
    if (reason !== null) {
      dropped.push({ name, reason });
      continue;
    }
    variables[name] = value;
    fromAgent.push(name);
  }
  return { variables: { ...variables, ...ours }, fromAgent, dropped };
}

function whyDropped(name: string, value: string, taken: number): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'it is not a name';
  const risk = variableRisk(name);
  if (risk.kind !== 'harmless') return risk.reason;
  if (/\p{Cc}/u.test(value)) return 'its value is not plain text';
  if (/^(?:LANG|LC_|TERM|TZ)/.test(name) && /^[:/]|\.\./.test(value)) return 'its value is a path';
  if (value.length > maxValueLength) return `its value is longer than ${maxValueLength} characters`;
  return taken >= maxVariables ? `there are more than ${maxVariables}` : null;
}

/** A PATH without relative entries, through which an agent's own program could be found. */
export function cleanPath(path: string, windows: boolean): string {
  const separator = windows ? ';' : ':';
  const isFixed = (entry: string): boolean =>
    windows
      ? /^[A-Za-z]:[/\\]/.test(entry)
      : entry.startsWith('/') && !entry.split('/').includes('..');
  return path.split(separator).filter(isFixed).join(separator);
}

/** Additional variables for git in our own actions: no questions, no pager, no locks (F11). */
export const quietGitEnvironment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
};
