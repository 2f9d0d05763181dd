import { useState } from 'react';
import type { BrowserView, TabView } from '../../shared/integrations/browser.ts';
import { forgetBrowser } from '../app/commands.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { count } from '../text/counting.ts';
import { editorsText } from './editors-text.ts';

export function BrowserCard({ browser }: { readonly browser: BrowserView }) {
  const { browserId, name, connected, tabs } = browser;
  const [asking, setAsking] = useState(false);
  return (
    <article className="editors-browser" tabIndex={-1} data-list-item="">
      <header>
        <h3>
          <VisibleText text={name} atMost={100} />
          <span className="editors-tag" data-good={connected}>
            {connected ? editorsText.connected : editorsText.notConnected}
          </span>
        </h3>
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {editorsText.forgetButton(name)}
        </button>
      </header>
      {tabs.length === 0 ? (
        <p className="editors-quiet">{editorsText.noTabsWithTools}</p>
      ) : (
        tabs.map((tab) => <Tab key={tab.tab} tab={tab} />)
      )}
      {asking && (
        <ConfirmDialog
          title={editorsText.forgetTitle(name)}
          verb={editorsText.forgetVerb}
          keep={editorsText.cancel}
          onConfirm={() => void forgetBrowser(browserId, name)}
          onClose={() => setAsking(false)}
        >
          <p>{editorsText.forgetConsequence}</p>
        </ConfirmDialog>
      )}
    </article>
  );
}

/** All but the name of the site was written by the page. */
function Tab({ tab }: { readonly tab: TabView }) {
  const { site, title, tools } = tab;
  return (
    <section className="editors-tab" aria-label={editorsText.tab(tab.tab, site ?? 'unknown site')}>
      <h4>
        <VisibleText text={site ?? 'an unnamed site'} atMost={200} />
        <span className="editors-quiet">
          <VisibleText text={title} atMost={80} /> · {count(tools.length, 'tool')}
        </span>
      </h4>
      <ul aria-label={editorsText.toolsOf(site ?? 'this tab')}>
        {tools.map(({ name, description }) => (
          <li key={name}>
            <code>{name}</code>
            <p className="editors-quiet">
              <VisibleText text={description} atMost={300} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
