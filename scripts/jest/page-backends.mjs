// The backends that browser suites share. A run starts each backend once.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { chromium as browserType } from 'playwright-core';
import { startSystem } from '../start-system.mjs';

/**
 * Flags for Chromium. With software rendering, and without the machine's fonts and colours, pictures are the same on
 * every machine. Pages exist only for seconds, so optimizing their code costs more time than it saves. The pages of a
 * browser context share a process and its compiled scripts.
 */
const flags = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--js-flags=--no-opt --no-flush-bytecode',
  '--process-per-site',
];

/**
 * Starts the built system in `dir`. Its address contains the admin key, with which each suite creates its own project.
 */
export async function startSharedSpanhouse(dir) {
  const adminKey = randomUUID();
  const { url, stop } = await startSystem(dir, {
    env: {
      NODE_ENV: undefined, // removes three variables that Jest sets
      KAFKA_BROKERS: undefined,
      CLICKHOUSE_URL: undefined,
      RECEIPT_MAX_WAIT_MS: '120000',
      BATCH_MAX_AGE_MS: '50', // short, because every suite waits until its spans are stored
      AUTH_MODE: 'keys',
      ADMIN_KEY: adminKey,
    },
  });
  return { url: url.replace('://', `://admin:${adminKey}@`), close: () => stop() };
}

/** Starts a Chromium. Suites use it in turn, because they share its clipboard. */
export async function startChromium(executablePath) {
  const server = await browserType.launchServer({
    executablePath,
    args: flags,
    host: '127.0.0.1',
  });
  return { url: server.wsEndpoint(), close: () => server.close() };
}

/**
 * Starts a server that compares answers with the API document. It returns 204 if they agree, and otherwise 422 with the
 * difference.
 */
export async function startAnswerCheck() {
  const { checkAnswer } = await import('../../services/all-in-one/test/documented-answers.ts');
  const server = createServer(async (request, response) => {
    const answer = JSON.parse(await text(request));
    try {
      checkAnswer(answer);
      response.writeHead(204).end();
    } catch ({ message }) {
      response.writeHead(422).end(message);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
