import { contextBridge, ipcRenderer } from 'electron';
import { pushChannels } from '../shared/ipc/channels.ts';
import type { MainBridge, MainCommand, MainReplies, Snapshot } from '../shared/ipc/main-window.ts';

/** The page names a command; it never gets a channel of its own choice. */
const known: Readonly<Record<MainCommand, true>> = {
  'snapshot:get': true,
  'ask:review': true,
  'session:open-port': true,
  'session:close-port': true,
  'session:revoke': true,
  'session:revoke-all': true,
  'session:extend': true,
  'session:narrow': true,
  'session:pause': true,
  'session:resume': true,
  'session:pause-all': true,
  'session:resume-all': true,
  'pairing:allow': true,
  'pairing:refuse': true,
  'browser:forget': true,
  'backend:token': true,
  'editor:choose': true,
  'rules:actions': true,
  'rules:from-entry': true,
  'rules:try': true,
  'rules:add': true,
  'rules:remove': true,
  'rules:restore': true,
  'rules:propose': true,
  'rules:generalise': true,
  'roles:save': true,
  'roles:remove': true,
  'roles:restore': true,
  'roles:assign': true,
  'roles:export': true,
  'roles:import': true,
  'standing:remove': true,
  'standing:restore': true,
  'standing:resume': true,
  'standing:renew-scopes': true,
  'client:unmute': true,
  'activity:page': true,
  'activity:histogram': true,
  'activity:counts': true,
  'activity:entry': true,
  'files:look-run': true,
  'files:restore-run': true,
  'activity:export': true,
  'ledger:verify': true,
  'files:diff': true,
  'files:look': true,
  'files:restore': true,
  'files:content': true,
  'replay:steps': true,
  'trash:list': true,
  'trash:restore': true,
  'workspaces:refresh': true,
  'workspaces:add': true,
  'workspaces:forget-project': true,
  'workspaces:forget': true,
  'workspaces:create': true,
  'workspaces:branches': true,
  'workspaces:look': true,
  'workspaces:delete': true,
  'opencode:choose': true,
  'opencode:choose-usual': true,
  'opencode:start': true,
  'opencode:stop': true,
  'opencode:log': true,
  'path:choose': true,
  'notice:dismiss': true,
  'settings:change': true,
  'clients:list': true,
  'clients:choose-project': true,
  'clients:preview': true,
  'clients:apply': true,
  'clients:write-again': true,
  'clients:check-hooks': true,
  'clients:keep-theirs': true,
  'demo:start': true,
  'history:read': true,
  'history:cancel': true,
  'history:progress': true,
  'history:last': true,
  'history:suggest': true,
  'demo:remove': true,
};

const bridge: MainBridge = {
  command: (name, ...payload) => {
    type MainReply = Promise<MainReplies[typeof name]>;
    if (!Object.hasOwn(known, name)) return Promise.reject(new Error('unknown command'));
    return ipcRenderer.invoke(name, payload[0]) as MainReply;
  },
  onSnapshot: (listener) => {
    const receive = (_event: unknown, snapshot: Snapshot): void => listener(snapshot);
    ipcRenderer.on(pushChannels.snapshot, receive);
    return () => void ipcRenderer.off(pushChannels.snapshot, receive);
  },
};

contextBridge.exposeInMainWorld('gatehouse', bridge);
