import { max, quantile, rate, sum } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

export function flowWritten(): Panel {
  return timeline(
    {
      title: 'Spans taken from the log, and what became of them',
      description:
        'Received exceeds written while blocks fail. Discarded spans are still in the log, and another consumer reads them.',
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
        'From the arrival at a gateway until reads find the span, for the oldest span of each block. Empty while no span is stored; then see the longest wait.',
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
        'Messages after the committed offsets. If the number rises while spans are written, add consumers. If it rises while none are written, look at ClickHouse.',
      unit: 'short',
    },
    curve(sum('spanhouse_consumer_lag_records'), 'all partitions'),
    curve(max('spanhouse_consumer_lag_records'), 'longest partition'),
  );
}
