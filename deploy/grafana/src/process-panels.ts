import { type Panel, timeline } from './panels.js';
import { max, rate, sum } from './promql.js';
import { curve } from './targets.js';

export function eventLoopDelay(): Panel {
  return timeline(
    {
      title: 'Event loop delay',
      description:
        '99th percentile since the last scrape. Above 0.1 s a process has more work than one core does: add replicas.',
      unit: 's',
    },
    curve(max('nodejs_eventloop_lag_p99_seconds', { by: 'instance' }), '{{instance}}'),
  );
}

export function cpu(): Panel {
  return timeline(
    {
      title: 'CPU',
      description: 'Cores in use. JavaScript has one of them; compression and I/O have more.',
      unit: 'none',
    },
    curve(rate('process_cpu_seconds_total', { by: 'instance' }), '{{instance}}'),
  );
}

function memory(): Panel {
  return timeline(
    {
      title: 'Memory',
      description: 'Resident memory, and what of it is JavaScript heap in use.',
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
      description: 'Share of time. Above a tenth the process is short of memory.',
      unit: 'percentunit',
    },
    curve(rate('nodejs_gc_duration_seconds_sum', { by: 'instance' }), '{{instance}}'),
  );
}

export function processRow() {
  const panels = [eventLoopDelay(), cpu(), memory(), garbageCollection()];
  return { title: 'Processes', panels };
}
