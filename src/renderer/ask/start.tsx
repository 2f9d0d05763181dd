import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { refreshNow } from '../ui/ticker.ts';
import { askPainted, showAsk } from './frame/ask-store.ts';
import { AskWindow } from './frame/ask-window.tsx';
import { askBridge } from './frame/bridge.ts';
import { wholeHeight } from './frame/fit-window.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

const page = createRoot(root);
flushSync(() => page.render(<AskWindow />));

// Drawn when the listener returns: main shows the window on the strength of that.
askBridge.onAsk((view) => {
  refreshNow();
  flushSync(() => showAsk(view));
  return wholeHeight();
});

askBridge.onPainted(askPainted);
