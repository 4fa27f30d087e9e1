import { type Panel, timeline } from './panels.js';
import { series } from './promql.js';
import { curve } from './targets.js';

function fullest(used: string, limit: string): string {
  return `max(${series(used)} / ${series(limit)})`;
}

function emptiest(free: string, size: string): string {
  return `min(${series(free)} / ${series(size)})`;
}

export function budgets(): Panel {
  return timeline(
    {
      title: 'Memory budgets in use',
      description:
        'Share, in the fullest process. At 1 a gateway answers 503 (bodies, log) and a consumer holds the log back (blocks).',
      unit: 'percentunit',
    },
    curve(fullest('http_body_bytes_in_flight', 'http_body_bytes_in_flight_limit'), 'bodies'),
    curve(fullest('spanhouse_log_in_flight_bytes', 'spanhouse_log_in_flight_limit_bytes'), 'log'),
    curve(
      fullest('spanhouse_consumer_memory_held_bytes', 'spanhouse_consumer_memory_limit_bytes'),
      'blocks',
    ),
  ).max(1);
}

export function freeDisk(): Panel {
  return timeline(
    {
      title: 'Disk free',
      description:
        "Share. Of ClickHouse's fullest disk; of the all-in-one also the disk of its data, and the part of the log that is not in use. Kafka's brokers have metrics of their own.",
      unit: 'percentunit',
    },
    curve(
      emptiest('spanhouse_clickhouse_disk_free_bytes', 'spanhouse_clickhouse_disk_size_bytes'),
      'ClickHouse',
    ),
    curve(
      emptiest('spanhouse_data_directory_free_bytes', 'spanhouse_data_directory_size_bytes'),
      'data directory',
    ),
    curve(
      `1 - ${fullest('spanhouse_log_used_bytes', 'spanhouse_log_limit_bytes')}`,
      'embedded log',
    ),
  ).max(1);
}
