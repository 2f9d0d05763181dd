// Makes one checkpoint in a process of its own: take-checkpoint.mjs DATA FOLDER
import fs from 'node:fs';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';

const [, , data = '', folder = ''] = process.argv;
const { dev, ino } = fs.statSync(folder, { bigint: true });
const root = { path: folder, device: String(dev), inode: String(ino) };
console.log('begins');
const taken = await new FolderCheckpointStore(data).take(root, 'other');
console.log('id' in taken ? 'taken' : taken.message);
