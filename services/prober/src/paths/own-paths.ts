import { type JsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import {
  askJson,
  type HttpClient,
  type ProbeRequest,
  parseAnswer,
  refusal,
} from '../http/http-client.js';
import { compareSpans, differs, type Sighting } from '../probe/compare-spans.js';
import type { ProbeTrace } from '../probe/probe-trace.js';
import { objectIn, objectsIn } from './json-shape.js';
import { ownShown, readOwnSpan, readOwnTree } from './own-spans.js';
import { selectionOf } from './probe-selection.js';
import { type LookForProbe, pathOf, type ReadPath } from './read-path.js';

/**
 * Fraction of the deadline for which the service itself waits for the spans of a receipt. A large fraction avoids
 * failed reads, because every wait that times out in the service counts as a failed read.
 */
const RECEIPT_SHARE = 0.8;

/** Creates the paths of Spanhouse's own API that show spans. */
export function createOwnPaths(client: HttpClient): readonly ReadPath[] {
  const ask = (request: ProbeRequest, signal: AbortSignal) => askJson(client, request, signal);
  return [
    pathOf('spans_query', async ({ trace }, signal) => {
      const body = stringifyJson(selectionOf(trace));
      const answer = objectIn(await ask({ path: '/spans/query', body }, signal), 'the answer');
      return compareSpans(trace, objectsIn(answer['spans'], 'spans').map(readOwnSpan), ownShown);
    }),
    pathOf('traces_query', async ({ trace }, signal) => {
      const body = stringifyJson(selectionOf(trace));
      const answer = objectIn(await ask({ path: '/traces/query', body }, signal), 'the answer');
      return compareTrees(trace, objectsIn(answer['traces'], 'traces'));
    }),
    pathOf('trace_by_id', async ({ trace }, signal) =>
      compareAnswer(trace, await ask({ path: `/traces/${trace.trace_id}` }, signal)),
    ),
    pathOf('receipt', (probe, signal) => lookWithReceipt(client, probe, signal)),
  ];
}

/**
 * Reads the probe with its receipt. Any response other than the whole probe or a 504 breaks the guarantee of receipts.
 */
async function lookWithReceipt(
  client: HttpClient,
  { trace, receipt }: Parameters<LookForProbe>[0],
  signal: AbortSignal,
): Promise<Sighting> {
  if (receipt === undefined) {
    return differs('receipt', 'a receipt in the answer to the write', 'none');
  }
  const headers = {
    'x-consistent-with': receipt,
    'x-consistency-timeout-ms': String(Math.floor(client.timeoutMs * RECEIPT_SHARE)),
  };
  const answer = await client.send({ path: `/traces/${trace.trace_id}`, headers }, signal);
  if (answer.status === 504 && answer.text.includes('"not_yet_visible"')) {
    return { status: 'absent' };
  }
  if (answer.status !== 200) {
    throw refusal(answer);
  }
  const sighting = compareAnswer(trace, parseAnswer(answer.text));
  const isKept = sighting.status === 'whole' || sighting.status === 'different';
  return isKept ? sighting : differs('receipt', 'every span of the receipt', sighting.status);
}

function compareAnswer(trace: ProbeTrace, answer: JsonValue): Sighting {
  const found = objectIn(answer, 'the answer')['trace'];
  return compareTrees(trace, found === undefined ? [] : [objectIn(found, 'trace')]);
}

/** Compares trees with the sent trace. Spans of another trace count as unexpected spans. */
function compareTrees(trace: ProbeTrace, traces: readonly JsonObject[]): Sighting {
  const seen = traces.flatMap(({ spans }) => readOwnTree(spans));
  return compareSpans(trace, seen, ownShown);
}
