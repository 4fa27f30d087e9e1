import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import { findSpans } from '../../../src/traces/find-by-id.js';
import { openClickHouse, readFrom, useOpened } from '../open-clickhouse.js';
import { spanId, traceId } from '../selecting.js';

const links = [{ trace_id: traceId(7), span_id: spanId(7) }];

describeOnClickHouse('the look-up of a trace', (url) => {
  const used = useOpened(() => openClickHouse(url));

  it.each([
    ['one partition', 0],
    ['two partitions', 1],
  ])(
    'never shows a part of a span that arrives while it reads from %s of the log',
    async (_, partition) => {
      const trace_id = traceId(partition + 1);
      const store = (span: Partial<CanonicalSpan>, receivedAt: bigint, logPartition = 0) => {
        const context = aContext({ received_at: START_NS + receivedAt });
        const rows = [{ span: aSpan({ trace_id, ...span }), context }];
        return used.store({ rows, logPartition, logOffset: receivedAt % 1000n });
      };
      const ids = { project_id: aContext().project_id, trace_ids: [trace_id], span_ids: undefined };
      // The clock of the gateway that received the first span is ahead of the other clocks.
      await store({ span_id: spanId(1) }, 1_000_000_001n);
      await store({ span_id: spanId(2), flags: 1 }, 2n, partition);

      let isSent = false;
      const found = await readFrom(used.database, (run) =>
        findSpans(async (statement, maxBytes) => {
          const answer = await run(statement, maxBytes);
          if (!isSent) {
            isSent = true;
            await store({ span_id: spanId(3), links }, 3n);
          }
          return answer;
        }, ids),
      );

      expect(found.map(({ span_id, flags, links: linked }) => [span_id, flags, linked])).toEqual([
        [spanId(1), undefined, undefined],
        [spanId(2), 1, undefined],
        [spanId(3), undefined, JSON.stringify(links)],
      ]);
    },
  );
});
