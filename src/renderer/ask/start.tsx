import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { refreshNow } from '../ui/ticker.ts';
import { askPainted, showAsk } from './frame/ask-store.ts';
import { AskWindow } from './frame/ask-window.tsx';
import { askBridge } from './frame/bridge.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

const page = createRoot(root);
flushSync(() => page.render(<AskWindow />));

/** So high the window would have to be that nothing is scrolled. */
function wholeHeight(): number {
  const [body, footer] = ['.ask-body', '.ask-footer'].map((part) =>
    document.querySelector<HTMLElement>(part),
  );
  return body && footer ? body.offsetTop + body.offsetHeight + footer.offsetHeight : 0;
}

// Drawn when the listener returns: main shows the window on the strength of that.
askBridge.onAsk((view) => {
  refreshNow();
  flushSync(() => showAsk(view));
  return wholeHeight();
});

askBridge.onPainted(askPainted);
