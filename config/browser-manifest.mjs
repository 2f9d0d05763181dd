// The extension's manifest, with the version of the project.

/** What the two families of browsers want to be told differently. */
const families = {
  chromium: {
    // Promise.withResolvers, and messages that keep a worker awake.
    minimum_chrome_version: '121',
    background: { service_worker: 'worker.js', type: 'module' },
  },
  firefox: {
    // Content scripts in the page's own world.
    browser_specific_settings: {
      gecko: {
        id: 'browser@gatehouse.invalid',
        strict_min_version: '128.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
    background: { scripts: ['worker.js'], type: 'module' },
  },
};

/** @param {string} version @param {keyof typeof families} family */
export const manifest = (version, family = 'chromium') => ({
  manifest_version: 3,
  name: 'Gatehouse',
  version,
  description: 'Lets agents use the tools of open pages, through Gatehouse and with your consent.',
  icons: { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' },
  action: { default_popup: 'popup.html', default_icon: { 16: 'icons/16.png', 32: 'icons/32.png' } },
  ...families[family],
  content_scripts: [
    {
      matches: ['http://*/*', 'https://*/*'],
      js: ['page-script.js'],
      run_at: 'document_start',
      world: 'MAIN',
    },
    { matches: ['http://*/*', 'https://*/*'], js: ['content-script.js'], run_at: 'document_start' },
  ],
  // A worker is woken at most twice a minute, and only Gatehouse on this machine is asked anything.
  permissions: ['storage', 'alarms'],
  host_permissions: ['http://127.0.0.1/*'],
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src http://127.0.0.1:* ws://127.0.0.1:*",
  },
});
