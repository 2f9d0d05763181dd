// The smallest possible tray app: one hidden window and a port. Gatehouse is measured against it.
import http from 'node:http';
import { app, BrowserWindow } from 'electron';

app.setPath('userData', process.env.GATEHOUSE_DATA_DIR ?? '');
app.on('window-all-closed', () => {});
process.on('SIGTERM', () => app.exit(0));
void app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false });
  void window.loadURL('data:text/html,<h1>bare</h1>');
  http
    .createServer((_request, response) => response.end())
    .listen(Number(process.env.GATEHOUSE_PORT), '127.0.0.1');
});
