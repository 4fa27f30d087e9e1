import type { SelfTracer } from '@spanhouse/service-runtime';
import { isSelfTelemetry } from '@spanhouse/span-log/self-telemetry';
import type { SpanBatchBlock } from './blocks/span-batch.js';
import type { TraceFlush } from './partitions/partition-pipeline.js';

/**
 * Returns a function that records one span for each flush. Blocks that contain only Spanhouse's own spans are not
 * recorded.
 */
export function createTraceFlush(tracer: SelfTracer | undefined): TraceFlush {
  if (tracer === undefined) {
    return (_block, flush) => flush();
  }
  return (block, flush) => {
    if (isAboutSpanhouse(block)) {
      return flush();
    }
    return tracer.begin(
      { name: 'flush', kind: 'consumer', facts: factsOf(block) },
      async (span) => {
        try {
          const outcome = await flush();
          span.addAttributes({ 'spanhouse.outcome': outcome.status });
          return outcome;
        } catch (error) {
          span.fail(error instanceof Error ? error.name : 'unknown');
          throw error;
        } finally {
          span.end();
        }
      },
    );
  };
}

/**
 * Returns whether every message is marked as self-telemetry. Tracing the flush of such messages would create new spans
 * forever.
 */
function isAboutSpanhouse({ messages }: SpanBatchBlock): boolean {
  return messages.every(({ headers }) => isSelfTelemetry(headers.requestId));
}

function factsOf(block: SpanBatchBlock) {
  return {
    'messaging.destination.partition.id': String(block.partition),
    'spanhouse.offset.first': block.first,
    'spanhouse.offset.last': block.last,
    'spanhouse.spans': block.rowCount,
    'spanhouse.bytes': block.uncompressedBytes,
    'spanhouse.is_deletes': block.isDeletes,
  };
}
