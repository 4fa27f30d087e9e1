import {
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
} from '@grafana/grafana-foundation-sdk/common';
import { type Panel, steps, timeline } from './panels.js';
import { max } from './promql.js';
import { curve } from './targets.js';

export function partsOfPartition(): Panel {
  return timeline(
    {
      title: 'Most parts in a partition',
      description:
        'ClickHouse slows inserts down at 1000 and refuses them at 3000: merges do not keep up with the blocks.',
      unit: 'short',
    },
    curve(max('spanhouse_clickhouse_partition_parts_max', { by: 'table' }), '{{table}}'),
  )
    .thresholds(steps({ orange: 1000, red: 3000 }))
    .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed));
}

export function merges(): Panel {
  return timeline(
    {
      title: 'Merges and mutations',
      description: 'Merges that run, and mutations that are not done: removals of deleted traces.',
      unit: 'short',
    },
    curve(max('spanhouse_clickhouse_merges'), 'merges'),
    curve(max('spanhouse_clickhouse_mutations_pending'), 'mutations'),
  );
}

export function longestMerge(): Panel {
  return timeline(
    {
      title: 'Longest merge and replication delay',
      description:
        'A merge of an hour is large, not wrong. A delay that grows is a replica that does not keep up.',
      unit: 's',
    },
    curve(max('spanhouse_clickhouse_merge_duration_seconds_max'), 'merge'),
    curve(max('spanhouse_clickhouse_replication_delay_seconds'), 'replication'),
  );
}

export function bytesOnDisk(): Panel {
  return timeline(
    { title: 'Bytes on disk', description: 'Of active parts, compressed.', unit: 'bytes' },
    curve(max('spanhouse_clickhouse_bytes_on_disk', { by: 'table' }), '{{table}}'),
  );
}

export function diskFree(): Panel {
  return timeline(
    {
      title: 'Disk',
      description:
        'The disk with the smallest share free. A merge needs as much again as it merges.',
      unit: 'bytes',
    },
    curve(max('spanhouse_clickhouse_disk_free_bytes'), 'free'),
    curve(max('spanhouse_clickhouse_disk_size_bytes'), 'size'),
  );
}

export function reachable(): Panel {
  return timeline(
    {
      title: 'ClickHouse answers',
      description:
        '1 while its system tables can be read; the other curves of this row have gaps while it is 0. Replicas that cannot be written should be 0.',
      unit: 'short',
    },
    curve(max('spanhouse_clickhouse_state_up'), 'answers'),
    curve(max('spanhouse_clickhouse_replicas_readonly'), 'replicas read-only'),
  );
}
