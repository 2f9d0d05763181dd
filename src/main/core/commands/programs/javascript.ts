/** Node and its tools. Almost all of them run code of the project. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const projectCode: ProgramSpec = {
  effects: 'runs',
  phrase: "runs the project's own code or settings",
};

export const javascriptFamily: ProgramFamily = [
  [
    'node nodejs',
    { effects: 'runs', phrase: 'runs a program text', infoFlags: '-v -h', operands: 'loose' },
  ],
  [
    `deno bun ts-node tsx esno esr swc-node babel-node nodemon pm2 forever electron nw jsc qjs d8
    coffee lsc zx`,
    { effects: 'runs', phrase: 'runs a program text' },
  ],
  [
    `npx pnpx bunx npm-run-all run-s run-p concurrently cross-env lerna nx turbo rush moon wireit
    lint-staged husky lefthook simple-git-hooks`,
    { effects: 'runs network', phrase: 'runs programs of packages' },
  ],
  [
    // Even to print their version, these start what the project names (yarnPath, packageManager).
    'yarn yarnpkg pnpm cnpm corepack',
    {
      effects: 'runs network writes',
      phrase: "runs the project's scripts, or fetches packages",
      flags: { '-C --dir --cwd --prefix': 'none =dir : works in another folder' },
    },
  ],
  [
    'npm',
    {
      effects: 'runs network writes',
      phrase: "runs the project's scripts, or fetches packages",
      infoFlags: '-v -h -l',
      flags: {
        '--prefix -C': 'none =dir : works in another folder',
        '--script-shell --node-options --shell --onload-script --git':
          'runs =program : names a program to run',
        '-w --workspace --registry --loglevel': 'none =value',
        '--userconfig --globalconfig': 'runs =path : takes settings from elsewhere',
      },
      subcommands: [
        [
          `ls, list, ll, la, why, explain, root, bin, prefix, query, completion, config get,
          config list, config ls, get, pkg get, cache ls`,
          'reads',
        ],
        [
          `view, info, show, v, search, outdated, ping, whoami, owner ls, dist-tag ls, team ls,
          profile get, doctor, stars, access list, audit signatures`,
          'reads network',
        ],
        [
          'audit',
          {
            effects: 'runs network writes',
            phrase: 'mends what it finds, by other packages',
            idle: 'reads network',
            flags: { '--audit-level --omit --include': 'none =value' },
          },
        ],
        ['fund', { effects: 'runs network', phrase: 'opens a browser', idle: 'reads network' }],
        [
          `token, login, adduser, logout, publish, unpublish, deprecate, dist-tag add, owner add,
          access, org, hook, profile, team`,
          'network privilege runs',
        ],
        [
          'cache clean, prune, dedupe, uninstall, remove, rm, r, un, unlink',
          'runs writes deletes network',
        ],
        // Everything else installs something, opens something, or is a script of the project.
        ['*', 'runs network writes'],
      ],
    },
  ],
  [
    'nvm fnm n volta asdf mise rtx nodenv nodeenv',
    { effects: 'runs network writes', phrase: 'fetches and starts versions of programs' },
  ],
  [
    `jest vitest mocha ava tap jasmine karma cypress playwright wdio nightwatch testcafe c8 nyc
    qunit uvu eslint oxlint dprint rome markdownlint markdownlint-cli2 cspell alex checkov tflint
    actionlint prettier stylelint tslint xo standard webpack rollup vite parcel esbuild rspack
    rolldown tsup unbuild gulp grunt babel postcss next nuxt astro remix gatsby svelte-kit ng vue
    react-scripts storybook metro expo react-native ionic cap quasar docusaurus vuepress vitepress
    eleventy hexo tailwindcss tailwind typedoc jsdoc knip depcheck madge ncu npm-check-updates
    semantic-release changeset release-it size-limit graphql-codegen prisma drizzle-kit sequelize
    typeorm knex serverless sls sst wrangler vercel netlify firebase-tools http-server live-server
    browser-sync json-server nest svgo sass node-gyp napi license-checker commitlint`,
    projectCode,
  ],
  [
    'tsc',
    {
      effects: 'writes',
      phrase: 'writes compiled files',
      operands: 'reads',
      infoFlags: '-v -h --all',
      instead: { '--noEmit --noemit --showConfig --listFilesOnly': 'reads' },
      takesBack: 'false',
      flags: {
        '-p --project': 'none =path',
        '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile':
          'writes =out',
        '-b --build --incremental --composite': 'writes',
        '--init': 'writes : writes new settings',
        '--clean': 'deletes',
        '--target -t --module -m --lib --jsx --types --rootDir --baseUrl --moduleResolution --sourceRoot --mapRoot --jsxFactory --jsxFragmentFactory --jsxImportSource --reactNamespace --newLine --locale --typeRoots --customConditions --rootDirs --moduleSuffixes':
          'none =value',
        '--noEmit --noemit --showConfig --listFilesOnly': 'none',
      },
    },
  ],
  [
    'oxfmt biome',
    {
      effects: 'writes',
      phrase: 'checks or rewrites source files',
      operands: 'loose',
      flags: { '-c --config --config-path': 'none =path' },
    },
  ],
];
