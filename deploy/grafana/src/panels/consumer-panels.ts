import { increase, max, mean, quantile, rate, series, sum } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

const flush = 'spanhouse_consumer_flush_duration_seconds';

export function lagByPartition(): Panel {
  return timeline(
    {
      title: 'Messages waiting by partition',
      description:
        'If one partition rises: a large trace or a refused block. If all rise: too few consumers, or a slow ClickHouse.',
      unit: 'short',
    },
    curve(max('spanhouse_consumer_lag_records', { by: 'partition' }), '{{partition}}'),
  );
}

export function waitByPartition(): Panel {
  return timeline(
    {
      title: 'Oldest span held by partition',
      description: 'Age of the oldest span that was read from the log and is not yet committed.',
      unit: 's',
    },
    curve(max('spanhouse_consumer_lag_seconds', { by: 'partition' }), '{{partition}}'),
  );
}

export function unreadAge(): Panel {
  return timeline(
    {
      title: 'Oldest unread message and retention',
      description:
        'Age of the oldest message in Kafka that is not stored. When it reaches the retention of the topic, Kafka drops the message. Empty with the embedded log, which keeps unread messages.',
      unit: 's',
    },
    curve(max('spanhouse_log_unread_age_seconds'), 'oldest unread message'),
    curve(max('spanhouse_log_retention_seconds'), 'retention'),
  );
}

export function partitionsOwned(): Panel {
  return timeline(
    {
      title: 'Partitions owned',
      description:
        'Partitions of each consumer; the sum is the number of partitions. A gap is a rebalance. Spans of a missing partition are not stored.',
      unit: 'short',
    },
    curve(`count by (instance) (${series('spanhouse_consumer_lag_records')})`, '{{instance}}'),
  );
}

export function flushDuration(): Panel {
  return timeline(
    {
      title: 'Time to store a block',
      description: 'From the end of a block to its commit, including retries.',
      unit: 's',
    },
    curve(quantile(0.5, flush), 'median'),
    curve(quantile(0.99, flush), '99th percentile'),
  );
}

export function blocksByOutcome(): Panel {
  return timeline(
    {
      title: 'Blocks by outcome',
      description:
        'dead_lettered: stored without the spans that ClickHouse refused. lost: another consumer took over the partition. failed: the consumer stops.',
      unit: 'ops',
    },
    curve(rate(`${flush}_count`, { by: 'outcome' }), '{{outcome}}'),
  );
}

export function blockSpans(): Panel {
  return timeline(
    {
      title: 'Spans per block',
      description:
        'Thousands under load. Small blocks make ClickHouse merge more; raise BATCH_MAX_AGE_MS.',
      unit: 'short',
    },
    curve(mean('spanhouse_consumer_block_spans'), 'mean'),
    curve(quantile(0.95, 'spanhouse_consumer_block_spans'), '95th percentile'),
  );
}

export function blockBytes(): Panel {
  return timeline(
    { title: 'Bytes per block', description: 'Uncompressed bytes.', unit: 'bytes' },
    curve(mean('spanhouse_consumer_block_bytes'), 'mean'),
    curve(quantile(0.95, 'spanhouse_consumer_block_bytes'), '95th percentile'),
  );
}

export function retries(): Panel {
  return timeline(
    {
      title: 'Retries by what failed',
      description:
        'insert concerns ClickHouse; commit and dead_letter concern the log. unreachable: no answer. overloaded: too many parts or too little memory.',
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
      title: 'Dead letters and lost messages',
      description:
        'insert: rows that ClickHouse refused. decode: messages that cannot be read. The project dashboard lists the reasons. lost: messages that Kafka dropped before they were stored.',
      unit: 'cps',
    },
    curve(rate('spanhouse_consumer_dead_letters_total', { by: 'stage' }), '{{stage}}'),
    curve(rate('spanhouse_consumer_lost_messages_total'), 'lost'),
  );
}

export function replays(): Panel {
  return timeline(
    {
      title: 'Blocks repeated after a crash or a rebalance',
      description: 'changed: the log no longer has the same bytes; spans may be stored twice.',
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
        'in force: hidden from reads. removed: the rows were removed, in rounds every REMOVAL_INTERVAL_MS.',
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
      description:
        'Compressed bytes, and the limit BATCH_MEMORY_BYTES, at which consumers stop reading from the log.',
      unit: 'bytes',
    },
    curve(sum('spanhouse_consumer_memory_held_bytes', { by: 'instance' }), '{{instance}}'),
    curve(max('spanhouse_consumer_memory_limit_bytes'), 'limit'),
  );
}

export function unaccountedSpans(): Panel {
  return timeline(
    {
      title: 'Accepted spans that nothing accounts for',
      description:
        'Spans of the last day that are neither stored nor dead-lettered, removed, expired or pending, and messages that are missing. Above 0, npm run verify names the places. Compared once a minute.',
      unit: 'short',
    },
    curve(max('spanhouse_spans_unaccounted'), 'spans'),
  );
}

export function uncomparedMessages(): Panel {
  return timeline(
    {
      title: 'Messages not compared yet',
      description:
        'Messages that the last comparison left to the next one, and how often comparisons reached a limit. Above 0, the number of unaccounted spans says nothing about them.',
      unit: 'short',
    },
    curve(max('spanhouse_ledger_uncompared_messages'), 'messages'),
    curve(increase('spanhouse_ledger_round_limits_total', { by: 'limit' }), 'limit: {{limit}}'),
  );
}
