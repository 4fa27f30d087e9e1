import { type Panel, timeline } from './panels.js';
import { max, mean, quantile, rate, series, sum } from './promql.js';
import { curve } from './targets.js';

const FLUSH = 'spanhouse_consumer_flush_duration_seconds';

export function lagByPartition(): Panel {
  return timeline(
    {
      title: 'Messages waiting by partition',
      description:
        'One partition alone: a large trace or a block that is refused. All: too few consumers, or ClickHouse.',
      unit: 'short',
    },
    curve(max('spanhouse_consumer_lag_records', { by: 'partition' }), '{{partition}}'),
  );
}

export function waitByPartition(): Panel {
  return timeline(
    {
      title: 'Oldest span held by partition',
      description: 'Age of the oldest span taken from the log and not committed yet.',
      unit: 's',
    },
    curve(max('spanhouse_consumer_lag_seconds', { by: 'partition' }), '{{partition}}'),
  );
}

export function partitionsOwned(): Panel {
  return timeline(
    {
      title: 'Partitions owned',
      description:
        'By each consumer; the sum is the number of partitions. A gap is a rebalance, a missing partition is one that nobody stores.',
      unit: 'short',
    },
    curve(`count by (instance) (${series('spanhouse_consumer_lag_records')})`, '{{instance}}'),
  );
}

export function flushDuration(): Panel {
  return timeline(
    {
      title: 'Time to store a block',
      description: 'From its cut to its commit, retries included.',
      unit: 's',
    },
    curve(quantile(0.5, FLUSH), 'median'),
    curve(quantile(0.99, FLUSH), '99th percentile'),
  );
}

export function blocksByOutcome(): Panel {
  return timeline(
    {
      title: 'Blocks by outcome',
      description:
        'dead_lettered: stored without the spans ClickHouse refused. lost: the partition changed hands. failed: the consumer stops.',
      unit: 'ops',
    },
    curve(rate(`${FLUSH}_count`, { by: 'outcome' }), '{{outcome}}'),
  );
}

export function blockSpans(): Panel {
  return timeline(
    {
      title: 'Spans per block',
      description:
        'Thousands under load. Small ones make ClickHouse merge more: raise BATCH_MAX_AGE_MS.',
      unit: 'short',
    },
    curve(mean('spanhouse_consumer_block_spans'), 'mean'),
    curve(quantile(0.95, 'spanhouse_consumer_block_spans'), '95th percentile'),
  );
}

export function blockBytes(): Panel {
  return timeline(
    { title: 'Bytes per block', description: 'Before compression.', unit: 'bytes' },
    curve(mean('spanhouse_consumer_block_bytes'), 'mean'),
    curve(quantile(0.95, 'spanhouse_consumer_block_bytes'), '95th percentile'),
  );
}

export function retries(): Panel {
  return timeline(
    {
      title: 'Retries by what failed',
      description:
        'insert: ClickHouse. commit, dead_letter: the log. unreachable: start there; overloaded: too many parts or too little memory.',
      unit: 'ops',
    },
    curve(
      rate('spanhouse_consumer_retries_total', { by: 'operation, class' }),
      '{{operation}} {{class}}',
    ),
  );
}

export function deadLetters(): Panel {
  return timeline(
    {
      title: 'Dead letters by stage',
      description:
        'insert: rows ClickHouse refused. decode: messages that cannot be read. The dashboard of a project lists reasons.',
      unit: 'cps',
    },
    curve(rate('spanhouse_consumer_dead_letters_total', { by: 'stage' }), '{{stage}}'),
  );
}

export function replays(): Panel {
  return timeline(
    {
      title: 'Blocks repeated after a crash or a rebalance',
      description:
        'changed: the log no longer holds the bytes of the block; spans may be stored twice.',
      unit: 'ops',
    },
    curve(rate('spanhouse_consumer_replays_total', { by: 'outcome' }), '{{outcome}}'),
  );
}

export function deletes(): Panel {
  return timeline(
    {
      title: 'Deleted traces',
      description:
        'in force: hidden from reads. removed: their rows are gone, in rounds of REMOVAL_INTERVAL_MS.',
      unit: 'ops',
    },
    curve(rate('spanhouse_consumer_deletes_total'), 'in force'),
    curve(rate('spanhouse_consumer_deletes_removed_total'), 'removed'),
  );
}

export function heldMemory(): Panel {
  return timeline(
    {
      title: 'Blocks held in memory',
      description: 'Compressed bytes, and BATCH_MEMORY_BYTES, at which the log is held back.',
      unit: 'bytes',
    },
    curve(sum('spanhouse_consumer_memory_held_bytes', { by: 'instance' }), '{{instance}}'),
    curve(max('spanhouse_consumer_memory_limit_bytes'), 'limit'),
  );
}
