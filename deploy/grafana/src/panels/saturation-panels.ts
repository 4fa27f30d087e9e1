import { series } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

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
        'Share of the limit, in the fullest process. At 1, a gateway answers 503 (bodies, log) and a consumer stops reading from the log (blocks).',
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
        'Share of free space on the fullest disk of ClickHouse; for the all-in-one, also of its data disk. The log is the embedded one, or KAFKA_MAX_UNREAD_BYTES of the gateways. Kafka brokers have their own metrics of disks.',
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
    curve(`1 - ${fullest('spanhouse_log_used_bytes', 'spanhouse_log_limit_bytes')}`, 'log'),
  ).max(1);
}
