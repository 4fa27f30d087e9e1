import { send } from '../api/call.js';
import { fileWorker } from '../workers/file-worker-calls.js';

/** Saves a trace as the API answers it, with every digit. */
export async function downloadJson(traceId: string): Promise<void> {
  save(await readTrace(traceId), `${traceId}.json`);
}

/** Saves a trace as OTLP/JSON. */
export async function downloadOtlp(traceId: string): Promise<void> {
  const answer = await readTrace(traceId);
  save(await fileWorker.run('translateToOtlp', answer), `${traceId}.otlp.json`);
}

/** Shows the answer of the API in a tab of its own. The key is in a header, so that no link can lead there. */
export async function openRaw(traceId: string): Promise<void> {
  const address = URL.createObjectURL(jsonBlob(await readTrace(traceId)));
  follow({ href: address, target: '_blank' });
}

async function readTrace(traceId: string): Promise<string> {
  const answer = await send(`/traces/${traceId}`);
  return answer.text();
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(jsonBlob(text));
  follow({ href: address, download: name });
  URL.revokeObjectURL(address);
}

function jsonBlob(text: string): Blob {
  return new Blob([text], { type: 'application/json' });
}

function follow(link: Partial<Pick<HTMLAnchorElement, 'href' | 'download' | 'target'>>): void {
  Object.assign(document.createElement('a'), { rel: 'noopener', ...link }).click();
}
