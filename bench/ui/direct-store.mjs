// Writes spans into the store of a data directory before Spanhouse starts on it: a million of them in a minute, and
// spans that are larger than the intake takes.
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import {
  clickhouseSettings,
  startEmbeddedClickHouse,
} from '../../packages/embedded-clickhouse/dist/index.js';
import { createLogger, systemClock } from '../../packages/service-runtime/dist/index.js';
import {
  createSpanName,
  parseJsonBody,
  readIngestRequest,
} from '../../packages/span-intake/dist/index.js';
import { ROW_SCHEMA_VERSION, SpanRowEncoder } from '../../packages/span-row/dist/index.js';
import { applyMigrations } from '../../packages/trace-store/dist/migrations.js';
import { createSpanWriter } from '../../packages/trace-store/dist/writer.js';
import { projects, SPANS_PER_TRACE } from '../load/llm-traces.mjs';
import { fillStore } from '../query/fill-store.mjs';

const logger = createLogger({ level: 'error', service: 'bench' });
const GENERATION = 1n << 48n;
/** The partition of the log whose offsets `fillStore` does not use. */
const PARTITION = 2;
const [{ project_id }] = projects;

/** Opens the store of a data directory that no Spanhouse uses, lets `work` write into it, and closes it. */
export async function withStore(dataDir, work) {
  const clickhouse = await startEmbeddedClickHouse({
    dataDir: join(dataDir, 'clickhouse'),
    logger,
  });
  const config = {
    CLICKHOUSE_DATABASE: 'spanhouse',
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 60_000,
    ...clickhouseSettings(clickhouse),
  };
  try {
    await applyMigrations(config, { logger, clock: systemClock });
    await work(config);
  } finally {
    await clickhouse.close();
  }
}

/** Writes traces of an agent whose last one starts at `newestNs`, evenly over `lengthNs` before it. */
export async function writeTraces(config, { spans, newestNs, lengthNs }) {
  await fillStore(config, {
    spans,
    logger,
    onProgress: () => undefined,
    place: (trace) => {
      const passedNs = (lengthNs * BigInt(trace.index * SPANS_PER_TRACE)) / BigInt(spans);
      return { ...trace, project_id, start: newestNs - lengthNs + passedNs };
    },
  });
}

/** Writes spans in the form of the intake, each of any size. */
export async function writeSpans(config, sent) {
  const writer = createSpanWriter(config, { logger });
  const encoder = new SpanRowEncoder();
  for (const [at, span] of sent.entries()) {
    const received_at = BigInt(Date.now()) * 1_000_000n;
    const context = { project_id, received_at, created_by_id: project_id, retention_days: 0 };
    for (const canonical of takeIn(span, received_at)) {
      encoder.encode(canonical, context);
    }
    const rows = encoder.take();
    const outcome = await writer.write(
      {
        frames: [zstdCompressSync(rows)],
        rowSchemaVersion: ROW_SCHEMA_VERSION,
        logPartition: PARTITION,
        logOffset: GENERATION | BigInt(at),
        rowsAtOffset: undefined,
        uncompressedBytes: rows.length,
        deduplicationToken: `bench-ui-${span.span_id}-${received_at}`,
      },
      new AbortController().signal,
    );
    if (outcome.status !== 'written') {
      throw new Error(JSON.stringify(outcome));
    }
  }
  await writer.close();
}

function takeIn(span, receivedAt) {
  const parsed = parseJsonBody(Buffer.from(JSON.stringify({ spans: [span] })));
  const outcome = readIngestRequest(parsed.value, { receivedAt, createSpanName });
  if (outcome.status !== 'accepted') {
    throw new Error(JSON.stringify(outcome).slice(0, 1000));
  }
  return outcome.spans;
}
