// Files, buffers, cursor and search, each through MCP and seen in the real page.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { eventually } from './editor-agent.mjs';

/** @typedef {import('./editor-walk.mjs').Place} Place */
/** @type {import('./editor-walk.mjs').Step[]} */
export const bufferSteps = [
  {
    name: 'edit_buffer changes the visible, unsaved buffer',
    actions: ['open_file', 'edit_buffer', 'get_buffers'],
    async run({ agent, at, read, page, screenshot }) {
      const path = at('src/greet.ts');
      const { content, language, version } = await agent.succeeds('open_file', { path });
      assert.match(content, /Hello, /);
      assert.equal(language, 'typescript');
      const edits = [{ old_text: "'Hello, '", new_text: "'Good evening, '" }];
      const done = await agent.succeeds('edit_buffer', { path, edits, base_version: version });
      assert.equal(done.saved, false);
      assert.match(done.diff, /\+ {2}return 'Good evening, '/);
      await page.getByText("'Good evening, '").first().waitFor();
      assert.match(read('src/greet.ts'), /Hello, /, 'nothing is on disk yet');
      await page.locator('.tab.dirty', { hasText: 'greet.ts' }).first().waitFor();
      await screenshot('edit');
      const { buffers } = await agent.succeeds('get_buffers');
      const own = buffers.find((/** @type {{ path: string }} */ one) => one.path === path);
      assert.equal(own.dirty, true);
      const stale = await agent.refuses('edit_buffer', { path, edits, base_version: version });
      assert.match(stale, /stale/);
    },
  },
  {
    name: 'edits save when they are told to, and lines move with the text',
    async run({ agent, at, read, version }) {
      const path = at('src/greet.ts');
      const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } };
      const edits = [{ range, new_text: '// by an agent\n' }];
      const base_version = await version('src/greet.ts');
      const done = await agent.succeeds('edit_buffer', { path, edits, base_version, save: true });
      assert.equal(done.saved, true);
      assert.match(read('src/greet.ts'), /^\/\/ by an agent\n[^]*Good evening/);
    },
  },
  {
    name: 'H: lines the person types in are refused, with the time to wait',
    async run({ agent, at, page, version, screenshot }) {
      const path = at('notes/todo.txt');
      await agent.succeeds('switch_buffer', { path });
      await page.locator('.tab', { hasText: 'todo.txt' }).first().click();
      await page.locator('.monaco-editor .view-lines').first().click();
      // Inside of what the agent replaces.
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('End');
      const base_version = await version('notes/todo.txt');
      await page.keyboard.type('mine ');
      await page.locator('.view-line', { hasText: 'mine' }).first().waitFor();
      const stale = await agent.refuses('edit_buffer', { path, content: 'theirs', base_version });
      assert.match(stale, /You wrote: [\\"]*theirs/);
      const mine = { path, edits: [{ old_text: 'mine ', new_text: '' }] };
      const refused = await agent.refuses('edit_buffer', mine);
      assert.match(refused, /held-by-human/);
      assert.match(refused, /try again in \d+ seconds/);
      await screenshot('held-by-human');
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      await agent.succeeds('edit_buffer', { ...mine, save: true });
    },
  },
  {
    name: 'a person types while an agent edits the same file: both survive, with the right author',
    async run({ agent, at, page, version, screenshot, read, gatehouse }) {
      const path = at('notes/together.txt');
      const lines = Array.from({ length: 12 }, (_, line) => `line ${line + 1}\n`);
      fs.writeFileSync(path, lines.join(''));
      await agent.succeeds('switch_buffer', { path });
      await page.locator('.tab', { hasText: 'together.txt' }).first().click();
      await page.locator('.monaco-editor .view-lines').first().click();
      await page.keyboard.press('ControlOrMeta+Home');
      const base_version = await version('notes/together.txt');
      const typing = page.keyboard.type('typed by the person ', { delay: 40 });
      for (const line of [8, 10, 12]) {
        const edits = [{ old_text: `line ${line}\n`, new_text: `agent ${line}\n` }];
        await agent.succeeds('edit_buffer', { path, edits, base_version });
      }
      await typing;
      await page.locator('.view-line', { hasText: 'typed by the person' }).first().waitFor();
      const { content } = await agent.succeeds('open_file', { path });
      assert.match(content, /^typed by the person line 1\nline 2\n/);
      for (const line of [8, 10, 12]) assert.match(content, new RegExp(`\nagent ${line}\n`));
      const onText = { position: { x: 20, y: 5 } };
      await page.locator('.view-line', { hasText: 'typed by' }).first().hover(onText);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      assert.equal(await page.locator('.monaco-hover', { hasText: 'Written by' }).count(), 0);
      await page.locator('.view-line', { hasText: 'agent 10' }).first().hover(onText);
      const hover = page.locator('.monaco-hover', { hasText: 'Written by walker' }).first();
      await hover.waitFor();
      const entry = /Consent (\S+)/.exec((await hover.textContent()) ?? '')?.[1];
      const consent = gatehouse.ledger().find((one) => one.entry === entry);
      assert.equal(consent?.action, 'edit_buffer');
      await screenshot('together');
      await page.mouse.move(5, 5);
      await page.keyboard.press('Escape');
      await agent.succeeds('edit_buffer', { path, undo: true });
      const undone = await agent.succeeds('open_file', { path });
      assert.match(undone.content, /^typed by the person [^]*agent 10\nline 11\nline 12\n$/);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      await agent.succeeds('close_buffer', { path, save: true });
      assert.match(read('notes/together.txt'), /^typed by the person line 1\n/);
    },
  },
  {
    name: 'showing, splitting and closing',
    actions: ['switch_buffer', 'split_pane', 'close_buffer'],
    async run({ agent, at, page, read }) {
      const path = at('src/main.ts');
      await agent.succeeds('switch_buffer', { path });
      await page.locator('.tab.active', { hasText: 'main.ts' }).first().waitFor();
      const { pane_id } = await agent.succeeds('split_pane', { path, direction: 'right' });
      assert.match(pane_id, /^group-\d+$/);
      await eventually(async () => (await page.locator('.editor-group-container').count()) >= 2);
      const { version } = await agent.succeeds('open_file', { path });
      await agent.succeeds('edit_buffer', { path, content: 'gone\n', base_version: version });
      const kept = await agent.succeeds('close_buffer', { path });
      assert.deepEqual(kept, { path, closed: false, saved: false });
      const closed = await agent.succeeds('close_buffer', { path, save: false });
      assert.equal(closed.closed, true);
      assert.match(read('src/main.ts'), /greet\('world'\)/);
      assert.match(await agent.refuses('close_buffer', { path }), /not-open/);
    },
  },
  {
    name: 'creating, renaming, deleting and watching files',
    actions: ['create_file', 'rename_file', 'delete_file', 'watch_file'],
    async run({ agent, at, receivedEvent, project, eventStream }) {
      await agent.succeeds('watch_file', { path: project, recursive: true });
      await eventStream.succeeds('watch_file', { path: project, recursive: true });
      const path = at('src/new/fresh.ts');
      await agent.succeeds('create_file', { path, content: 'export const fresh = 1;\n' });
      assert.equal(fs.readFileSync(path, 'utf8'), 'export const fresh = 1;\n');
      assert.match(await agent.refuses('create_file', { path, content: 'x' }), /already-there/);
      await agent.succeeds('create_file', {
        path,
        content: 'export const fresh = 2;\n',
        overwrite: true,
      });
      assert.equal(fs.readFileSync(path, 'utf8'), 'export const fresh = 2;\n');
      const new_path = at('src/new/renamed.ts');
      await agent.succeeds('rename_file', { path, new_path });
      assert.equal(fs.existsSync(path), false);
      assert.equal(fs.existsSync(new_path), true);
      const { trash_id } = await agent.succeeds('delete_file', { path: at('old.txt') });
      assert.ok(trash_id);
      assert.equal(fs.existsSync(at('old.txt')), false);
      await receivedEvent('file_watched');
      await agent.succeeds('watch_file', { path: project, recursive: true, stop: true });
    },
  },
  {
    name: 'paths outside and links are refused on this side too',
    // By the session socket: over MCP the person would be asked for that folder, too.
    async run({ eventStream, at, ctx }) {
      fs.symlinkSync(ctx.home, at('out'));
      assert.match(
        await eventStream.refuses('open_file', { path: at('out/server.log') }),
        /outside-roots/,
      );
      fs.rmSync(at('out'));
    },
  },
  {
    name: 'searching names and contents, with unsaved text',
    actions: ['search_files', 'find_in_file', 'find_in_project', 'regex_search'],
    async run({ agent, at, version }) {
      const { paths } = await agent.succeeds('search_files', { glob: '**/*.ts' });
      assert.ok(paths.includes(at('src/greet.ts')));
      const inFile = await agent.succeeds('find_in_file', {
        path: at('notes/todo.txt'),
        text: 'halberd',
        ignore_case: true,
      });
      assert.deepEqual(
        inFile.matches.map((/** @type {{ range: { start: object } }} */ one) => one.range.start),
        [
          { line: 1, character: 9 },
          { line: 2, character: 12 },
        ],
      );
      const path = at('notes/todo.txt');
      const base_version = await version('notes/todo.txt');
      await agent.succeeds('edit_buffer', {
        path,
        edits: [{ old_text: 'find the', new_text: 'polish the' }],
        base_version,
      });
      const found = await agent.succeeds('find_in_project', { text: 'polish the' });
      assert.equal(found.matches[0].path, path);
      const gone = await agent.succeeds('find_in_project', { text: 'find the halberd' });
      assert.deepEqual(gone.matches, []);
      const pattern = await agent.succeeds('regex_search', {
        pattern: 'h[a-z]+berd',
        ignore_case: true,
      });
      assert.ok(
        pattern.matches.every(
          (/** @type {{ path: string }} */ one) => !one.path.includes('ignored'),
        ),
      );
      assert.match(await agent.refuses('regex_search', { pattern: '(' }), /invalid-arguments/);
    },
  },
  {
    name: 'replacing text across files',
    actions: ['replace_text'],
    async run({ agent, at, read }) {
      const done = await agent.succeeds('replace_text', {
        globs: ['src/**/*.ts'],
        text: 'Good evening',
        replacement: 'Good day',
      });
      assert.equal(done.replacements, 1);
      assert.match(read('src/greet.ts'), /Good day/);
      await agent.succeeds('replace_text', {
        paths: [at('notes/todo.txt')],
        text: 'Halberd',
        replacement: 'axe',
      });
    },
  },
  {
    name: 'cursor, selection and viewport',
    actions: ['get_cursor_pos', 'set_cursor_pos', 'get_selection', 'sync_viewport'],
    async run({ agent, at, page }) {
      const path = at('src/long.ts');
      const position = { line: 120, character: 3 };
      assert.deepEqual(await agent.succeeds('set_cursor_pos', { path, position }), {
        path,
        position,
      });
      assert.deepEqual(await agent.succeeds('get_cursor_pos', { path }), { path, position });
      await page.locator('.tab', { hasText: 'long.ts' }).first().click();
      await page.keyboard.press('Shift+End');
      const { selections } = await eventually(async () => {
        const reply = await agent.succeeds('get_selection');
        return reply.path === path && reply.selections[0].text !== '' ? reply : null;
      });
      assert.equal(selections[0].text, 'ort const n119 = 119;');
      const { viewports } = await agent.succeeds('sync_viewport');
      const shown = viewports.find((/** @type {{ path: string }} */ one) => one.path === path);
      const [first] = shown.visible_ranges;
      assert.ok(first.start_line <= 120 && first.end_line >= 120);
    },
  },
];
