import { max, quantile, rate, sum } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

const duration = 'spanhouse_query_read_duration_seconds';
const wait = 'spanhouse_query_receipt_wait_seconds';

export function readsByOutcome(): Panel {
  return timeline(
    {
      title: 'Reads by outcome',
      description:
        'refused: the request was invalid. abandoned: the client disconnected. unavailable, timed_out, failed: Spanhouse did not answer a valid request.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_reads_total', { by: 'outcome' }), '{{outcome}}'),
  );
}

export function readsByKind(): Panel {
  return timeline(
    {
      title: 'Reads by kind',
      description: 'Lists, look-ups, analytics, edits and all other reads.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_reads_total', { by: 'kind' }), '{{kind}}'),
  );
}

export function readDuration(): Panel {
  return timeline(
    {
      title: 'Time of reads',
      description: 'Duration without the wait for receipts. A read ends at QUERY_DEADLINE_MS.',
      unit: 's',
    },
    curve(quantile(0.5, duration), 'median'),
    curve(quantile(0.95, duration), '95th percentile'),
    curve(quantile(0.99, duration), '99th percentile'),
  );
}

export function readDurationByKind(): Panel {
  return timeline(
    {
      title: 'Time of reads by kind, 95th percentile',
      description:
        'If one kind is slow, look at filters and projects. If all are slow, look at ClickHouse.',
      unit: 's',
    },
    curve(quantile(0.95, duration, { by: 'kind' }), '{{kind}}'),
  );
}

export function receiptWaits(): Panel {
  return timeline(
    {
      title: 'Waiting for receipts, 99th percentile',
      description:
        'How long reads wait for spans that were just written. It follows the time to visible.',
      unit: 's',
    },
    curve(quantile(0.99, wait), 'all'),
  );
}

export function receiptWaitsByOutcome(): Panel {
  return timeline(
    {
      title: 'Reads with receipts by outcome',
      description: 'not_yet_visible is answered 504: the consumers lag.',
      unit: 'reqps',
    },
    curve(rate(`${wait}_count`, { by: 'outcome' }), '{{outcome}}'),
  );
}

export function staleSnapshots(): Panel {
  return timeline(
    {
      title: 'Lists as of an earlier instant',
      description:
        'Lists for which the log did not return the committed offsets in time, so that the last known ones were used.',
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
        'found and unknown are answers. If the catalog is unavailable, cached credentials are used (stale).',
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
        'Requests that are not answered yet. If the number rises at a constant rate of requests, ClickHouse is slow.',
      unit: 'short',
    },
    curve(sum('http_requests_in_flight', { by: 'instance' }), '{{instance}}'),
  );
}

export function answersHeld(): Panel {
  return timeline(
    {
      title: 'Answers held',
      description:
        'Bytes of answers that clients have not taken yet, in the fullest process, and the limits from QUERY_MAX_HELD_BYTES. Reads above them wait.',
      unit: 'bytes',
    },
    curve(max('spanhouse_query_answer_bytes_held', { by: 'reads' }), '{{reads}} reads'),
    curve(
      max('spanhouse_query_answer_bytes_held_limit', { by: 'reads' }),
      'limit, {{reads}} reads',
    ),
  );
}

export function slowClients(): Panel {
  return timeline(
    {
      title: 'Reads refused and clients disconnected',
      description:
        'overloaded: no room for the answer, 503. share_exhausted: the share of the project, 429. disconnected: clients that took no bytes for ten seconds.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_query_answers_refused_total', { by: 'reason' }), '{{reason}}'),
    curve(rate('http_stalled_clients_disconnected_total'), 'disconnected'),
  );
}
