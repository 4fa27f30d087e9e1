import { type Panel, timeline } from './panels.js';
import { quantile, rate, sum } from './promql.js';
import { curve } from './targets.js';

const DURATION = 'spanhouse_query_read_duration_seconds';
const WAIT = 'spanhouse_query_receipt_wait_seconds';

export function readsByOutcome(): Panel {
  return timeline(
    {
      title: 'Reads by outcome',
      description:
        'refused: the request was wrong. abandoned: the client went away. unavailable, timed_out, failed: we owe an answer.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_reads_total', { by: 'outcome' }), '{{outcome}}'),
  );
}

export function readsByKind(): Panel {
  return timeline(
    {
      title: 'Reads by kind',
      description: 'Lists, look-ups, analytics, edits and what else reads.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_reads_total', { by: 'kind' }), '{{kind}}'),
  );
}

export function readDuration(): Panel {
  return timeline(
    {
      title: 'Time of reads',
      description: 'Without waiting for receipts. QUERY_DEADLINE_MS ends a read.',
      unit: 's',
    },
    curve(quantile(0.5, DURATION), 'median'),
    curve(quantile(0.95, DURATION), '95th percentile'),
    curve(quantile(0.99, DURATION), '99th percentile'),
  );
}

export function readDurationByKind(): Panel {
  return timeline(
    {
      title: 'Time of reads by kind, 95th percentile',
      description: 'One kind alone is slow: a filter or a project. All are: ClickHouse.',
      unit: 's',
    },
    curve(quantile(0.95, DURATION, { by: 'kind' }), '{{kind}}'),
  );
}

export function receiptWaits(): Panel {
  return timeline(
    {
      title: 'Waiting for receipts, 99th percentile',
      description: 'How long reads wait for what was just written. Follows the time to visible.',
      unit: 's',
    },
    curve(quantile(0.99, WAIT), 'all'),
  );
}

export function receiptWaitsByOutcome(): Panel {
  return timeline(
    {
      title: 'Reads with receipts by outcome',
      description: 'not_yet_visible is answered 504: the consumers are behind.',
      unit: 'reqps',
    },
    curve(rate(`${WAIT}_count`, { by: 'outcome' }), '{{outcome}}'),
  );
}

export function staleSnapshots(): Panel {
  return timeline(
    {
      title: 'Lists as of an earlier instant',
      description:
        'The log did not say in time how far it is stored; the last known place is used.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_stale_snapshots_total'), 'lists'),
  );
}

export function catalogLookUps(): Panel {
  return timeline(
    {
      title: 'Look-ups in the catalog',
      description:
        'found and unknown are answers; unavailable is none, and remembered credentials stand in (stale).',
      unit: 'reqps',
    },
    curve(rate('spanhouse_auth_look_ups_total', { by: 'outcome' }), '{{outcome}}'),
    curve(rate('spanhouse_auth_stale_answers_total'), 'stale'),
  );
}

export function readsInFlight(): Panel {
  return timeline(
    {
      title: 'Requests in flight',
      description:
        'Requests without an answer yet. Rising while the rate is not: ClickHouse is slow.',
      unit: 'short',
    },
    curve(sum('http_requests_in_flight', { by: 'instance' }), '{{instance}}'),
  );
}
