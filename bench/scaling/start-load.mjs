import { spawn } from 'node:child_process';

const CONNECTIONS = 4;
const MOST_SECONDS = 600;

/** Starts the generator, which sends to several gateways in turns. `end` resolves with its report. */
export function startLoad({ urls, rate }) {
  const each = ['--spans', rate * MOST_SECONDS, '--rate', rate, '--connections', CONNECTIONS];
  const args = ['bench/load/send-load.mjs', ...urls.flatMap((url) => ['--url', url]), ...each];
  const child = spawn(process.execPath, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const sent = new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`the generator ended: ${text}`)),
    );
  });
  sent.catch(() => undefined); // `end` rejects with it
  return {
    end() {
      child.kill('SIGTERM');
      return sent;
    },
  };
}
