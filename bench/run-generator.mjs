import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Sends `spans` spans to the OTLP endpoint of a server, `rate` spans per second; 0 means no limit. Resolves with the
 * report of send-load.mjs.
 */
export function runGenerator(url, spans, rate = 0) {
  const script = join(import.meta.dirname, 'load', 'send-load.mjs');
  const args = [script, '--url', url, '--spans', String(spans), '--rate', String(rate)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error(text)),
    );
  });
}
