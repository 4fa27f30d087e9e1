import type { SelfTracer } from '@spanhouse/service-runtime';
import { isSelfTelemetry } from '@spanhouse/span-log/self-telemetry';
import type { SpanBatchBlock } from './blocks/span-batch.js';
import type { TraceFlush } from './partitions/partition-pipeline.js';

/**
 * Returns a function that records one span for each flush, except for blocks that contain only spans
 * about Spanhouse itself.
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
 * Returns whether every message carries the mark of self-telemetry. A trace of their flush would create spans without
 * end.
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
