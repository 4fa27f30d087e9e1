import { type Dirent, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { finishSpans } from '../canonical/finish-spans.js';
import type { OtlpReadResult } from '../otlp/otlp-spans.js';

const fixtures = join(__dirname, '../../test/fixtures/otlp');
const recording = '.pb';

/** Lists the names of export requests that were recorded from real SDKs, as `<convention>/<scenario>`. */
export function recordedRequests(): string[] {
  return readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(recordingsIn)
    .sort();
}

function recordingsIn({ name }: Dirent): string[] {
  return readdirSync(join(fixtures, name))
    .filter((file) => file.endsWith(recording))
    .map((file) => `${name}/${file.slice(0, -recording.length)}`);
}

export function readRecording(name: string): Buffer {
  return readFileSync(join(fixtures, `${name}${recording}`));
}

/**
 * Reads the expected spans of a recording. With `UPDATE_GOLDENS=1`, replaces them with the actual spans first; the
 * change must then be reviewed.
 */
export function readGolden(name: string, actual: string): string {
  const path = join(fixtures, `${name}.golden.json`);
  if (process.env['UPDATE_GOLDENS'] === '1') {
    writeFileSync(path, actual);
  }
  return readFileSync(path, 'utf8');
}

/** Returns the parts of the canonical spans that depend on attributes. Omits computed costs, because prices change. */
export function goldenOf(result: OtlpReadResult): string {
  const spans = result.status === 'read' ? finishSpans(result.drafts).spans : [];
  return `${JSON.stringify(spans.map(mappedPart), undefined, 2)}\n`;
}

function mappedPart({ metrics, ...span }: CanonicalSpan) {
  const { duration, errors, tokens } = metrics;
  const costs = span.pricing === undefined ? metrics.costs.incremental : undefined;
  const { span_name, span_id, parent_id, trace_type, span_type } = span;
  const { session_id, user_id, agent_id, attributes } = span;
  return {
    span_name,
    span_id,
    parent_id,
    trace_type,
    span_type,
    session_id,
    user_id,
    agent_id,
    metrics: { duration, errors, tokens, costs },
    attributes,
  };
}
