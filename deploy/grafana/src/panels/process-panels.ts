import { max, rate, sum } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

export function eventLoopDelay(): Panel {
  return timeline(
    {
      title: 'Event loop delay',
      description:
        '99th percentile since the last scrape. Above 0.1 s, a process has more work than one core can do: add replicas.',
      unit: 's',
    },
    curve(max('nodejs_eventloop_lag_p99_seconds', { by: 'instance' }), '{{instance}}'),
  );
}

export function cpu(): Panel {
  return timeline(
    {
      title: 'CPU',
      description: 'Cores in use. JavaScript uses one; compression and I/O use others.',
      unit: 'none',
    },
    curve(rate('process_cpu_seconds_total', { by: 'instance' }), '{{instance}}'),
  );
}

function memory(): Panel {
  return timeline(
    {
      title: 'Memory',
      description: 'Resident memory, and the used JavaScript heap within it.',
      unit: 'bytes',
    },
    curve(sum('process_resident_memory_bytes', { by: 'instance' }), '{{instance}}'),
    curve(sum('nodejs_heap_size_used_bytes', { by: 'instance' }), '{{instance}} heap'),
  );
}

function garbageCollection(): Panel {
  return timeline(
    {
      title: 'Garbage collection',
      description: 'Share of time. Above a tenth, the process lacks memory.',
      unit: 'percentunit',
    },
    curve(rate('nodejs_gc_duration_seconds_sum', { by: 'instance' }), '{{instance}}'),
  );
}

export function processRow() {
  const panels = [eventLoopDelay(), cpu(), memory(), garbageCollection()];
  return { title: 'Processes', panels };
}
