import { createRoot } from 'react-dom/client';
import { bridge } from './bridge.ts';
import { MainWindow } from './main-window.tsx';
import { receive, say } from './store.ts';
import { appText } from './app-text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

createRoot(root).render(<MainWindow />);

bridge.onSnapshot(receive);
bridge
  .command('snapshot:get')
  .then(receive)
  .catch(() => say(appText.notResponding));
