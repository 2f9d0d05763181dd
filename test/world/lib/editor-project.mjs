// A small TypeScript project under git, with something to find, to mend, to rename and to run.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const files = {
  'src/greet.ts': `export function greet(name: string): string {\n  return 'Hello, ' + name;\n}\n`,
  'src/main.ts': `import { greet } from './greet';\n\nconsole.log(greet('world'));\n`,
  'src/broken.ts': `export const size: number = 'large';\nexport const copy = lenght;\nconst length = 1;\nexport { length };\n`,
  'src/untidy.ts': `export   const  a=1\nexport const b   = [1,2,\n3]\n`,
  'src/long.ts': Array.from({ length: 200 }, (_, at) => `export const n${at} = ${at};\n`).join(''),
  'notes/todo.txt': 'find the halberd\nsharpen the Halberd\n',
  'old.txt': 'this goes away\n',
  'package.json': JSON.stringify({
    name: 'a-project',
    version: '1.0.0',
    scripts: {
      build: 'node -e "console.log(\'built\')"',
      test: 'node -e "console.log(\'Tests  2 passed (2)\')"',
    },
  }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true } }),
  '.vscode/launch.json': JSON.stringify({
    version: '0.2.0',
    configurations: [
      { name: 'Greet', type: 'node', request: 'launch', program: '${workspaceFolder}/run.js' },
    ],
  }),
  'run.js': 'let answer = 41;\nanswer += 1;\nconsole.log(answer);\n',
  '.gitignore': 'ignored/\n',
  'ignored/secret.txt': 'halberd\n',
};

/** @param {string} folder */
export function makeProject(folder) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', ...args], {
      cwd: folder,
    });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@example.invalid');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return fs.realpathSync(folder);
}
