import {
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
} from '@grafana/grafana-foundation-sdk/common';
import { max } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, steps, timeline } from './panels.js';

export function partsOfPartition(): Panel {
  return timeline(
    {
      title: 'Most parts in a partition',
      description:
        'ClickHouse delays inserts at 1000 parts and refuses them at 3000. A rising number means that merges do not keep up.',
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
      description: 'Running merges, and pending mutations, which remove deleted traces.',
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
        'A merge of an hour is large, but no problem. A growing delay means that a replica does not keep up.',
      unit: 's',
    },
    curve(max('spanhouse_clickhouse_merge_duration_seconds_max'), 'merge'),
    curve(max('spanhouse_clickhouse_replication_delay_seconds'), 'replication'),
  );
}

export function bytesOnDisk(): Panel {
  return timeline(
    { title: 'Bytes on disk', description: 'Compressed size of the active parts.', unit: 'bytes' },
    curve(max('spanhouse_clickhouse_bytes_on_disk', { by: 'table' }), '{{table}}'),
  );
}

export function diskFree(): Panel {
  return timeline(
    {
      title: 'Disk',
      description:
        'The disk with the smallest share of free space. A merge needs as much free space as its parts use.',
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
        '1 while the system tables can be read. While it is 0, the other graphs of this row have gaps. The number of read-only replicas should be 0.',
      unit: 'short',
    },
    curve(max('spanhouse_clickhouse_state_up'), 'answers'),
    curve(max('spanhouse_clickhouse_replicas_readonly'), 'replicas read-only'),
  );
}
