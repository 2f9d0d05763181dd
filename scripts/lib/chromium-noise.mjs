// Lines that Chromium prints on computers without a system bus or a GPU. They mean nothing to a user of
// Gatehouse: it works without both. Only these exact messages are known to be harmless; everything else,
// Gatehouse's own errors above all, is passed on.

/** `[pid:date/time:ERROR:path/of/source.cc:line] message` */
const chromiumLine = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING):([\w./-]+):\d+\] (.*)$/;

/** @type {readonly (readonly [source: string, message: string])[]} */
const harmless = [
  ['dbus/bus.cc', 'Failed to connect to the bus: '],
  ['dbus/object_proxy.cc', 'Failed to call method: '],
  [
    'gpu/ipc/client/command_buffer_proxy_impl.cc',
    'ContextResult::kTransientFailure: Failed to send GpuControl.CreateCommandBuffer.',
  ],
];

/** @param {string} line */
export function isChromiumNoise(line) {
  const [, source, message = ''] = chromiumLine.exec(line) ?? [];
  return harmless.some(([file, start]) => source === file && message.startsWith(start));
}
