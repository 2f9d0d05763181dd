// npm run docs   the documentation as a site, in .cache/docs; a link that leads nowhere fails
//
// The pages are the repository's own documents. VitePress is installed outside our lockfile.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command, Failure, say } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { provideWorldPackage } from './lib/world-packages.mjs';

const VITEPRESS = '1.6.4';
const BUILD_MS = 10 * 60_000;
const output = inRepo('.cache/docs');

/** @type {Readonly<Record<string, readonly [string, string][]>>} */
const CONTENTS = {
  'Use it': [
    ['README.md', 'Start here'],
    ['docs/CLIENTS.md', 'Clients'],
    ['docs/NATIVE.md', 'Own tools of agents'],
    ['docs/EDITORS.md', 'Editors'],
    ['docs/WORKSPACES.md', 'Workspaces'],
    ['docs/PLATFORMS.md', 'Systems and packages'],
    ['CHANGELOG.md', 'Changes'],
  ],
  'What it promises': [
    ['docs/SECURITY.md', 'Security'],
    ['docs/SANDBOX.md', 'Sandbox'],
    ['docs/WORKBENCH.md', 'Workbench'],
  ],
  'Build on it': [
    ['docs/MCP.md', 'MCP'],
    ['docs/API.md', 'Management API'],
    ['docs/BRIDGES.md', 'Browser and backend'],
    ['docs/PLUGINS.md', 'Editor protocol'],
    ['CONTRIBUTING.md', 'Contributing'],
    ['docs/ARCHITECTURE.md', 'Architecture'],
    ['docs/GLOSSARY.md', 'Glossary'],
    ['docs/decisions/README.md', 'Decisions'],
  ],
};

await command(async () => {
  const vitepress = await provideWorldPackage('vitepress', VITEPRESS);
  // Beside its node_modules, where VitePress finds Vue.
  const site = path.join(vitepress, 'site');
  rmSync(site, { recursive: true, force: true });
  const documents = documentsIn();
  for (const file of documents) write(site, pageOf(file), withSiteLinks(file, documents));
  cpSync(inRepo('docs/screenshots'), path.join(site, 'docs/screenshots'), { recursive: true });
  write(site, '.vitepress/config.mjs', `export default ${JSON.stringify(config(documents))};\n`);
  rmSync(output, { recursive: true, force: true });
  const program = path.join(vitepress, 'node_modules/vitepress/bin/vitepress.js');
  const args = [program, 'build', site, '--outDir', output];
  const { code } = await run(process.execPath, args, { timeoutMs: BUILD_MS });
  if (code !== 0)
    throw new Failure(
      'The site could not be built.',
      'the lines above name the page and the link.',
    );
  say(`${documents.length} pages are in ${path.relative(process.cwd(), output)}.`);
});

/** Every document but those for coding agents and templates, from the root of the repository. */
function documentsIn() {
  const below = readdirSync(inRepo('docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name.split(path.sep).join('/')}`,
  );
  const top = readdirSync(inRepo('.')).filter((name) => name !== 'AGENTS.md');
  return [...top, ...below].filter((name) => name.endsWith('.md'));
}

/** A folder's README is its first page. @param {string} file */
function pageOf(file) {
  return file.replace(/(^|\/)README\.md$/, '$1index.md');
}

/**
 * Links to pages go to pages; those to sources, which are not on the site, become plain text.
 * @param {string} file @param {readonly string[]} documents
 */
function withSiteLinks(file, documents) {
  const text = readFileSync(inRepo(file), 'utf8');
  return text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, image, words, target) => {
    if (image || /^([a-z]+:|#)/.test(target)) return all;
    const [to = '', anchor] = target.split('#');
    const place = path.posix.normalize(path.posix.join(path.posix.dirname(file), to));
    const page = documents.find((one) => one === place || path.posix.dirname(one) === place);
    if (!page) return isInRepo(place) ? words : all;
    const relative = path.posix.relative(path.posix.dirname(file), pageOf(page));
    const link = relative.startsWith('.') ? relative : `./${relative}`;
    return `[${words}](${link}${anchor ? `#${anchor}` : ''})`;
  });
}

/** Whatever is not there stays a link, which VitePress then complains about. @param {string} place */
function isInRepo(place) {
  try {
    readFileSync(inRepo(place));
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EISDIR';
  }
}

/** @param {readonly string[]} documents */
function config(documents) {
  const linkTo = (/** @type {string} */ file) =>
    `/${pageOf(file).replace(/(index)?\.md$/, (_all, index) => (index ? '' : '.html'))}`;
  const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();
  const sections = Object.entries(CONTENTS).map(([text, items]) => ({
    text,
    items: items.map(([file, title]) => ({ text: title, link: linkTo(file) })),
  }));
  const titleOf = (/** @type {string} */ file) =>
    /^# (.*)$/m.exec(readFileSync(inRepo(file), 'utf8'))?.[1] ?? file;
  return {
    title: 'Gatehouse',
    description: 'Controls what AI agents may do on your machine',
    lang: 'en',
    base: process.env.GATEHOUSE_DOCS_BASE ?? '/',
    ignoreDeadLinks: false,
    // Documents hold no HTML, and what looks like a tag is text.
    markdown: { html: false },
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      sidebar: [
        ...sections,
        {
          text: 'Decisions',
          collapsed: true,
          items: decisions.map((file) => ({ text: titleOf(file), link: linkTo(file) })),
        },
      ],
    },
  };
}

/** @type {(site: string, file: string, text: string) => void} */
function write(site, file, text) {
  const target = path.join(site, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
