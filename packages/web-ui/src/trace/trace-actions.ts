import { send } from '../api/call.js';
import { offerBlob } from '../parts/values/offer-blob.js';
import { fileWorker } from './workers/page-workers.js';

/** Saves a trace as the API answers it, with every digit. */
export async function downloadJson(traceId: string): Promise<void> {
  offerBlob(jsonBlob(await readTrace(traceId)), { download: `${traceId}.json` });
}

/** Saves a trace as OTLP/JSON. */
export async function downloadOtlp(traceId: string): Promise<void> {
  const answer = await readTrace(traceId);
  const otlp = await fileWorker.run('translateToOtlp', answer);
  offerBlob(jsonBlob(otlp), { download: `${traceId}.otlp.json` });
}

/** Shows the answer of the API in a tab of its own. The key is in a header, so that no link can lead there. */
export async function openRaw(traceId: string): Promise<void> {
  offerBlob(jsonBlob(await readTrace(traceId)), { target: '_blank' });
}

async function readTrace(traceId: string): Promise<string> {
  const answer = await send(`/traces/${traceId}`, { fromFile: { traceId } });
  return answer.text();
}

function jsonBlob(text: string): Blob {
  return new Blob([text], { type: 'application/json' });
}
