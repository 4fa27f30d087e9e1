// Every operation of the API is behind one address, whichever service has it.
import { request } from './client.mjs';

const SAMPLES = { span_id: '0123456789abcdef', file: 'swagger-ui.css' };
const ANY_ID = '0123456789abcdef0123456789abcdef';
/** Of single containers: the proxy keeps them to itself. */
const NOT_PUBLISHED = ['/metrics', '/readyz'];
const SPELLINGS = [
  (path) => path,
  (path) => `/api${path}`,
  (path) => `${path.replace(/\/$/, '')}/`,
];

/**
 * Asks for every operation without a key. A service that has it answers 401, or 200 when it is for everyone;
 * one that has it not answers 404 or 405. Returns how many there are.
 */
export async function requireEveryOperation(apiUrl) {
  const { body } = await request(`${apiUrl}/openapi.json`);
  const operations = Object.entries(body.paths)
    .filter(([path]) => !NOT_PUBLISHED.includes(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })));
  const wrong = [];
  for (const { method, path } of operations) {
    for (const spell of SPELLINGS) {
      const concrete = spell(path.replaceAll(/\{(\w+)\}/g, (_, name) => SAMPLES[name] ?? ANY_ID));
      const status = await statusOf(`${apiUrl}${concrete}`, method.toUpperCase());
      if (status !== 401 && status !== 200) wrong.push(`${method} ${concrete}: ${status}`);
    }
  }
  if (wrong.length > 0) throw new Error(`not reached through the proxy:\n${wrong.join('\n')}`);
  return operations.length;
}

async function statusOf(url, method) {
  const response = await fetch(url, { method, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}
