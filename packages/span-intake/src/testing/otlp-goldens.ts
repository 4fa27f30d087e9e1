import { type Dirent, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { finishSpans } from '../finish-spans.js';
import type { OtlpReadResult } from '../otlp/otlp-read-result.js';

const FIXTURES = join(__dirname, '../../test/fixtures/otlp');
const RECORDING = '.pb';

/** Export requests as real SDKs sent them, named `<convention>/<scenario>`. */
export function recordedRequests(): string[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(recordingsIn)
    .sort();
}

function recordingsIn({ name }: Dirent): string[] {
  return readdirSync(join(FIXTURES, name))
    .filter((file) => file.endsWith(RECORDING))
    .map((file) => `${name}/${file.slice(0, -RECORDING.length)}`);
}

export function readRecording(name: string): Buffer {
  return readFileSync(join(FIXTURES, `${name}${RECORDING}`));
}

/** What is to come out of a recording. With `UPDATE_GOLDENS=1` it is what comes out now, for a look at the diff. */
export function readGolden(name: string, actual: string): string {
  const path = join(FIXTURES, `${name}.golden.json`);
  if (process.env['UPDATE_GOLDENS'] === '1') {
    writeFileSync(path, actual);
  }
  return readFileSync(path, 'utf8');
}

/** The canonical spans of a request: what depends on attributes, but no computed costs, for prices change. */
export function goldenOf(result: OtlpReadResult): string {
  const spans = result.status === 'read' ? finishSpans(result.drafts) : [];
  return `${JSON.stringify(spans.map(mappedPart), undefined, 2)}\n`;
}

function mappedPart({ metrics, ...span }: CanonicalSpan) {
  const { duration, errors, tokens } = metrics;
  const costs = span.pricing === undefined ? metrics.costs.incremental : undefined;
  const { span_name, span_id, parent_id, trace_type, span_type } = span;
  const { session_id, user_id, agent_id, attributes } = span;
  return {
    ...{ span_name, span_id, parent_id, trace_type, span_type, session_id, user_id, agent_id },
    metrics: { duration, errors, tokens, costs },
    attributes,
  };
}
