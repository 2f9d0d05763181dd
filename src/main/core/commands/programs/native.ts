/** Compilers, other interpreters, and tools that build, check and edit source code. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const compiles: ProgramSpec = { effects: 'runs writes', phrase: 'compiles or runs a program text' };
const interprets: ProgramSpec = { effects: 'runs', phrase: 'runs a program text' };

/** rust-toolchain.toml decides which program cargo and rustc really are. */
const rust: ProgramFamily = [
  [
    'cargo',
    {
      effects: 'runs network writes',
      phrase: 'starts the toolchain that the project names, and its build scripts',
      flags: {
        '--config': 'runs =value : changes settings, some of which run programs',
        '-C': 'none =dir',
        '--manifest-path': 'none =path',
        '--target-dir --out-dir --artifact-dir': 'writes =out',
        '-p --package --features -F --target --bin --example --bench --profile -j --jobs --color --message-format -Z':
          'none =value',
      },
      subcommands: [
        ['fmt, metadata, tree, search, info, version, locate-project, pkgid', 'runs network'],
        ['clean', 'runs deletes'],
        ['login, logout, owner, publish, yank', 'network privilege runs'],
        ['*', 'runs network writes'],
      ],
    },
  ],
  ['rustc rustdoc rustfmt cargo-clippy clippy-driver', compiles],
];

const go: ProgramFamily = [
  [
    'go',
    {
      effects: 'runs network writes',
      bare: 'reads',
      style: 'single',
      flags: {
        '-C': 'none =dir',
        '-toolexec -exec -vettool -overlay -modfile':
          'runs =program : runs a program while it builds',
        '-ldflags -gcflags -asmflags -gccgoflags': 'runs =value : passes flags to other programs',
        '-o': 'writes =out',
        '-run -bench -count -timeout -tags -mod -p -cpu -parallel -coverprofile': 'none =value',
        '-race -v -x -n -a -short -json -cover -u -m -f': 'none',
      },
      subcommands: [
        [
          'version, env, list, doc, help, mod graph, mod why, mod verify',
          {
            effects: 'reads network',
            flags: { '-w -u': 'writes : changes settings of go', '-f': 'none =pattern' },
          },
        ],
        ['vet', { effects: 'reads network', phrase: 'checks source files' }],
        [
          `fmt, mod tidy, mod init, mod edit, mod vendor, mod download, get, work init, work use,
          work sync, fix, build, install`,
          'writes network',
        ],
        ['test, run, generate, tool, telemetry, bug', 'runs network writes'],
        ['clean', 'deletes'],
      ],
    },
  ],
  [
    'gofmt goimports gofumpt',
    {
      effects: 'reads',
      operands: 'reads',
      style: 'single',
      flags: {
        '-w': 'writes : rewrites source files',
        '-cpuprofile -memprofile -trace': 'writes =out',
        '-r -local': 'none =value',
        '-d -l -s -e': 'none',
      },
    },
  ],
  [
    `golangci-lint staticcheck gopls dlv air gotestsum ginkgo mockgen protoc buf wire sqlc templ
    goreleaser ko`,
    { effects: 'runs writes', phrase: "runs the project's own code or settings" },
  ],
];

const others: ProgramFamily = [
  [
    'gcc g++ cc c++ clang clang++ java javac ghc swift swiftc julia zig nim ocaml gfortran',
    { ...compiles, infoFlags: '-version -v' },
  ],
  [
    `c89 c99 cl tcc nimble crystal v odin dmd ldc2 gdc fpc gnat gnatmake cobc ghci runghc stack
    cabal ocamlc ocamlfind dune opam xcodebuild xcrun kotlinc kotlin scala scalac sbt mill jshell
    jar jrunscript jjs groovy groovysh clojure clj lein bb boot erl erlc escript rebar3 elixir mix
    iex R Rscript octave octave-cli matlab maxima gp sage gnuplot dotnet csc mono msbuild nuget
    fsharpi vbc racket guile sbcl clisp csi gauche mit-scheme scheme swipl gprolog ldmd2 nasm yasm
    fasm nvcc hipcc emcc wasm-pack wasmtime wasmer wat2wasm wasm-opt`,
    compiles,
  ],
  ['perl ruby php lua', { ...interprets, infoFlags: '-v -V' }],
  [
    `perl5 irb php7 php8 lua5.1 lua5.3 lua5.4 luajit tclsh wish slsh m4 dc pry byebug rake rails
    rackup rspec bundle bundler gem jekyll cucumber rubocop standardrb sorbet srb artisan composer
    phpunit pest phpstan psalm php-cs-fixer phpcs laravel symfony drush wp cpan cpanm perldoc
    perlbug prove genie ginsh jtag`,
    interprets,
  ],
  ['bc', { effects: 'reads', operands: 'reads', flags: { '-e --expression': 'none =pattern' } }],
];

const checks: ProgramFamily = [
  [
    'clang-format',
    {
      effects: 'reads',
      operands: 'reads',
      style: 'single',
      flags: { '-i': 'writes : rewrites source files', '--style -style --files': 'none =value' },
    },
  ],
  [
    'clang-tidy cppcheck iwyu include-what-you-use',
    { effects: 'runs', phrase: "runs the project's own settings" },
  ],
  [
    `shellcheck hadolint yamllint jsonlint tfsec kubeval kubeconform editorconfig-checker codespell
    typos write-good proselint htmlhint csslint`,
    {
      effects: 'reads',
      operands: 'loose',
      flags: {
        '-c --config --rcfile --config-file': 'none =path',
        '-i --in-place --fix -w --write-changes --write': 'writes : changes the files themselves',
        '-o --output': 'writes =out',
        '-r --rules --rulesdir': 'runs =value : loads code',
        '-f --format -s --shell -e --exclude -S --severity': 'none =value',
      },
    },
  ],
  ['vale', { effects: 'reads network writes', phrase: 'checks texts, and fetches its rules' }],
  [
    'shfmt',
    {
      effects: 'reads',
      operands: 'reads',
      flags: { '-w --write': 'writes : rewrites source files', '-i -ln --indent': 'none =value' },
    },
  ],
];

export const nativeFamily: ProgramFamily = [...rust, ...go, ...others, ...checks];

const builds: ProgramSpec = {
  effects: 'runs writes',
  phrase: "runs the project's build rules",
  flags: {
    '-C --directory --prefix --project-dir': 'none =dir : works in another folder',
    '-f --file --makefile -S -B': 'none =path',
  },
};

export const buildFamily: ProgramFamily = [
  ['make gmake cmake ninja', { ...builds, infoFlags: '-v' }],
  [
    `bmake nmake ctest cpack samu meson scons waf premake xmake bazel bazelisk buck buck2 pants
    gradle gradlew mvn mvnw ant just task tasksh mage tup redo earthly dagger act skaffold tilt
    devbox nix-build autoconf automake autoreconf autoheader aclocal libtool libtoolize configure
    bootstrap ccache distcc sccache icecc bear qmake ndk-build fastlane pod carthage xctool flutter
    dart pub melos conan vcpkg`,
    builds,
  ],
  [
    'ctags etags cscope gtags doxygen',
    {
      effects: 'writes runs',
      phrase: 'writes an index, by settings of the project',
      operands: 'loose',
    },
  ],
  [
    'pkg-config pkgconf',
    { effects: 'reads', operands: 'loose', flags: { '--log-file': 'writes =out' } },
  ],
  [
    `code code-insiders codium cursor windsurf zed subl atom idea pycharm webstorm goland clion
    rubymine rider studio phpstorm vim vi nvim view rview rvim vimdiff ex ed red emacs emacsclient
    nano pico micro helix hx kak joe jed mcedit ne gedit kate geany mousepad leafpad notepad xed
    pluma kakoune acme vimtutor tilde dte amp`,
    {
      effects: 'runs',
      phrase: 'opens an editor, from which programs can be started',
      infoFlags: '',
    },
  ],
  [
    'claude codex opencode aider gemini copilot cline goose crush qwen kilo cody',
    { effects: 'runs network', phrase: 'starts another agent' },
  ],
];
