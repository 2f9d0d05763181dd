/** Protected names: files of tools that install, build, test and ship a project. */
import type { ProtectedGroup } from './protected-group.ts';

export const packageSettings: ProtectedGroup = {
  effect: 'It decides where packages come from and which of their scripts run at an install.',
  later: 'hold-back',
  patterns: [
    ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn/', '.pnpmfile.*', 'pnpmfile.*', 'bunfig.toml'],
    ...['pnpm-workspace.yaml', '.bundle/', 'pip.conf', 'pip.ini', '~/.config/pip/', '.pypirc'],
    ...['.pydistutils.cfg', 'nuget.config', '.cargo/', '.m2/', '.mvn/', '.gemrc', '.condarc'],
  ],
};

export const packages: readonly ProtectedGroup[] = [
  {
    effect: 'It names scripts that run by themselves at the next install, test or build.',
    later: 'list',
    patterns: ['package.json', 'composer.json', 'deno.json', 'deno.jsonc'],
  },
  packageSettings,
  {
    effect: 'The next install fetches exactly the code that this names.',
    later: 'list',
    patterns: [
      ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
      ...['bun.lockb', 'Cargo.lock', 'poetry.lock', 'uv.lock', 'Pipfile.lock', 'Gemfile.lock'],
      ...['composer.lock'],
    ],
  },
  {
    effect: 'Programs of this project load their code from here.',
    later: 'list',
    patterns: [
      'node_modules/',
      '.pnp.*',
      'site-packages/',
      '.venv/bin/',
      'venv/bin/',
      '~/.local/lib/',
    ],
  },
  {
    effect: 'The build runs this as a program, also when only a check was asked for.',
    later: 'list',
    patterns: [
      ...['Makefile', 'GNUmakefile', 'BSDmakefile', '*.mk', 'justfile', '.justfile', 'Taskfile.*'],
      ...['Rakefile', 'Gruntfile.*', 'gulpfile.*', 'Jakefile', 'CMakeLists.txt', '*.cmake'],
      ...['CMakePresets.json', 'CMakeUserPresets.json', 'meson.build', 'configure', 'configure.ac'],
      ...['SConstruct', 'wscript', 'BUILD.bazel', 'WORKSPACE', 'WORKSPACE.bazel', 'MODULE.bazel'],
      ...['*.bzl', '.bazelrc', '*.gradle', '*.gradle.kts', 'gradle.properties', 'gradlew*'],
      ...['gradle/wrapper/', '.gradle/', 'pom.xml', 'mvnw*', 'build.sbt', '*.csproj', '*.fsproj'],
      ...['*.vbproj', '*.vcxproj', 'Directory.Build.*', '*.targets', 'Cargo.toml', 'build.rs'],
      ...['rust-toolchain', 'rust-toolchain.toml', 'setup.py', 'setup.cfg', 'pyproject.toml'],
      ...['tox.ini', 'noxfile.py', 'Gemfile', '*.gemspec', 'mix.exs', 'rebar.config', 'build.zig'],
      ...['Package.swift', 'Podfile', 'binding.gyp', 'Vagrantfile', 'Tiltfile', 'Procfile'],
    ],
  },
  {
    effect: 'The test runner loads this by itself before any test.',
    later: 'list',
    patterns: ['conftest.py', 'pytest.ini'],
  },
  {
    effect: 'Python runs this by itself each time it starts.',
    later: 'list',
    patterns: ['*.pth', 'sitecustomize.py', 'usercustomize.py'],
  },
  {
    // A Dockerfile stays inside its container; a compose file can hand it the whole disk.
    effect: 'Containers started from this can be given any folder of your machine.',
    later: 'list',
    patterns: [
      'docker-compose*.yml',
      'docker-compose*.yaml',
      'compose.yml',
      'compose.yaml',
      'compose.*.yml',
      'compose.*.yaml',
    ],
  },
];

export const buildServers: readonly ProtectedGroup[] = [
  {
    effect: 'The build server runs this with the secrets of the project.',
    later: 'list',
    patterns: [
      ...['.github/workflows/', '.github/actions/', '.gitea/workflows/', '.forgejo/workflows/'],
      ...['.gitlab-ci.yml', '.gitlab-ci.yaml', '.circleci/', '.buildkite/', 'azure-pipelines*'],
      ...['Jenkinsfile', '.travis.yml', 'bitbucket-pipelines.yml', '.drone.yml', '.woodpecker*/'],
      ...['appveyor.yml', '.appveyor.yml', '.cirrus.yml', '.semaphore/', 'cloudbuild.yaml'],
    ],
  },
];
