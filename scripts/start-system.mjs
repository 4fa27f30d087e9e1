import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startProcess } from './processes.mjs';

/**
 * Starts the built program of `npm start` on free ports, with its data and output in `dataDir`. `checkout` is the path
 * of another checkout. Resolves with the address and the process when the program answers.
 */
export async function startSystem(dataDir, { env = {}, flags = [], checkout = '.' } = {}) {
  mkdirSync(dataDir, { recursive: true });
  const ports = { HTTP_PORT: '0', OTLP_HTTP_PORT: '0', OTLP_GRPC_PORT: '0' };
  const running = startProcess({
    name: 'the system',
    program: process.execPath,
    args: [...flags, resolve(checkout, 'services/all-in-one/dist/main.js')],
    logFile: join(dataDir, 'output.log'),
    env: { ...process.env, DATA_DIR: dataDir, ...ports, ...env },
  });
  await running.untilPrints('Press Ctrl-C');
  const [, url] = /API\s+(http:\S+)/.exec(running.output());
  return { url, ...running };
}
