import { type Panel, timeline } from './panels.js';
import { max, quantile, rate, sum } from './promql.js';
import { curve } from './targets.js';

export function flowWritten(): Panel {
  return timeline(
    {
      title: 'Spans taken from the log, and what became of them',
      description:
        'Received is above written for as long as blocks fail. Discarded spans are still in the log, and somebody else takes them.',
      unit: 'cps',
    },
    curve(rate('spanhouse_consumer_spans_received_total'), 'received'),
    curve(rate('spanhouse_consumer_spans_written_total'), 'written'),
    curve(rate('spanhouse_consumer_spans_dead_lettered_total'), 'dead-lettered'),
    curve(rate('spanhouse_consumer_spans_discarded_total'), 'discarded'),
  );
}

export function timeToVisible(): Panel {
  const time = 'spanhouse_consumer_time_to_visible_seconds';
  return timeline(
    {
      title: 'Time to visible',
      description:
        'From receipt by a gateway to being found by reads, of the oldest span of each block. Nothing while nothing is stored: see the wait.',
      unit: 's',
    },
    curve(quantile(0.5, time), 'median'),
    curve(quantile(0.99, time), '99th percentile'),
  );
}

export function flowLag(): Panel {
  return timeline(
    {
      title: 'Messages waiting in the log',
      description:
        'Between what is committed and the end of the partitions. Rising while spans are written: add consumers. Rising while none are: look at ClickHouse.',
      unit: 'short',
    },
    curve(sum('spanhouse_consumer_lag_records'), 'all partitions'),
    curve(max('spanhouse_consumer_lag_records'), 'longest partition'),
  );
}
