// Writes traces with the production writer. Blocks are as large as a consumer's blocks, and each log partition has at
// most one insert in progress.
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { ROW_SCHEMA_VERSION, SpanRowEncoder } from '../../packages/span-row/dist/index.js';
import { createSpanWriter } from '../../packages/trace-store/dist/writer.js';
import {
  buildTemplates,
  receivedAt,
  SPANS_PER_TRACE,
  stampTrace,
  traceAt,
} from '../load/llm-traces.mjs';

const LOG_PARTITIONS = 2;
const GENERATION = 1n << 48n;
const TRACES_PER_FRAME = 100;
const TRACES_PER_BLOCK = 2000;
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compress = promisify(zstdCompress);

/**
 * Writes the spans. Memory is bounded, because each log partition inserts one block while the next block is encoded.
 * `arrange` changes the project and the start of a trace.
 */
export async function fillStore(config, { spans, logger, onProgress, arrange = (trace) => trace }) {
  const traces = spans / SPANS_PER_TRACE;
  const { templates, bytesPerSpan } = buildTemplates();
  const writer = createSpanWriter(config, { logger });
  const encoder = new SpanRowEncoder();
  const inserts = new Array(LOG_PARTITIONS).fill(Promise.resolve());
  const signal = new AbortController().signal;
  for (let first = 0; first < traces; first += TRACES_PER_BLOCK) {
    const end = Math.min(first + TRACES_PER_BLOCK, traces);
    const frames = [];
    let uncompressedBytes = 0;
    for (let at = first; at < end; at += TRACES_PER_FRAME) {
      const rows = encodeTraces({ from: at, to: Math.min(at + TRACES_PER_FRAME, end), traces });
      uncompressedBytes += rows.length;
      frames.push(await compress(rows, level));
    }
    const partition = (first / TRACES_PER_BLOCK) % LOG_PARTITIONS;
    await inserts[partition];
    inserts[partition] = insert({ frames, uncompressedBytes, partition, first });
    inserts[partition].catch(() => undefined); // an error is thrown when the insert is awaited
    onProgress(end * SPANS_PER_TRACE);
  }
  await Promise.all(inserts);
  await writer.close();
  return { bytesPerSpan };

  function encodeTraces({ from, to }) {
    for (let index = from; index < to; index++) {
      const trace = arrange(traceAt(index, traces));
      const context = {
        project_id: trace.project_id,
        received_at: receivedAt(trace),
        created_by_id: trace.project_id,
        retention_days: 0,
      };
      for (const span of stampTrace(trace, templates[trace.template])) {
        encoder.encode(span, context);
      }
    }
    return encoder.take();
  }

  async function insert({ frames, uncompressedBytes, partition, first }) {
    const block = {
      frames,
      rowSchemaVersion: ROW_SCHEMA_VERSION,
      logPartition: partition,
      logOffset: GENERATION | BigInt(first),
      rowsAtOffset: undefined,
      uncompressedBytes,
      deduplicationToken: `bench-query-${first}`,
    };
    const outcome = await writer.write(block, signal);
    if (outcome.status !== 'written') {
      throw new Error(JSON.stringify(outcome));
    }
  }
}
