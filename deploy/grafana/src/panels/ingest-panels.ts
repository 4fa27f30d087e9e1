import { max, quantile, rate, sum } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

export function spansByOutcome(): Panel {
  return timeline(
    {
      title: 'Spans by what became of them',
      description:
        'Every span of a request is published (it is in the log), dropped (the answer gives the reason) or failed (the log did not accept it, and the sender retries).',
      unit: 'cps',
    },
    curve(rate('spanhouse_gateway_spans_published_total'), 'published'),
    curve(rate('spanhouse_gateway_spans_dropped_total'), 'dropped'),
    curve(rate('spanhouse_gateway_spans_failed_total'), 'failed'),
  );
}

export function droppedByCode(): Panel {
  return timeline(
    {
      title: 'Dropped spans by code',
      description:
        'Faults of senders; the answer names each span with its code. docs/api/ingest.md explains the codes.',
      unit: 'cps',
    },
    curve(rate('spanhouse_gateway_spans_dropped_total', { by: 'code' }), '{{code}}'),
  );
}

export function failedByReason(): Panel {
  return timeline(
    {
      title: 'Failed spans by reason',
      description:
        'log_unavailable: the log is unavailable or full, and senders retry. log_refused: the log will never accept the spans. error: a defect of Spanhouse, see the log of the gateway.',
      unit: 'cps',
    },
    curve(rate('spanhouse_gateway_spans_failed_total', { by: 'reason' }), '{{reason}}'),
  );
}

export function publishDuration(): Panel {
  const duration = 'spanhouse_gateway_publish_duration_seconds';
  return timeline(
    {
      title: 'Time the log takes to answer',
      description:
        'The time until all in-sync replicas of Kafka have the spans, or until the embedded log is flushed.',
      unit: 's',
    },
    curve(quantile(0.5, duration), 'median'),
    curve(quantile(0.99, duration), '99th percentile'),
  );
}

export function publishesByOutcome(): Panel {
  return timeline(
    {
      title: 'Publishes by outcome',
      description: 'retryable: the log is unavailable, or its limit of bytes in flight is reached.',
      unit: 'ops',
    },
    curve(
      rate('spanhouse_gateway_publish_duration_seconds_count', { by: 'outcome' }),
      '{{outcome}}',
    ),
  );
}

export function publishedBytes(): Panel {
  return timeline(
    {
      title: 'Rows into the log',
      description: 'Uncompressed bytes.',
      unit: 'Bps',
    },
    curve(rate('spanhouse_gateway_published_row_bytes_total', { by: 'instance' }), '{{instance}}'),
  );
}

export function bodySizes(): Panel {
  return timeline(
    {
      title: 'Request bodies, 99th percentile',
      description:
        'Size after decompression. If there are many small bodies, senders should batch.',
      unit: 'bytes',
    },
    curve(quantile(0.99, 'spanhouse_gateway_request_body_bytes', { by: 'format' }), '{{format}}'),
  );
}

export function heldBackSenders(): Panel {
  return timeline(
    {
      title: 'Requests refused for their amount',
      description:
        'rate limit: the limit of the project, 429. overloaded: the limit for all bodies in flight, 503. share_exhausted: the share of the project, 429.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_rate_limited_requests_total', { by: 'class' }), 'rate limit {{class}}'),
    curve(rate('http_bodies_refused_total', { by: 'reason' }), '{{reason}}'),
  );
}

export function adapterFailures(): Panel {
  return timeline(
    {
      title: 'Spans an adapter could not map',
      description:
        'These spans are stored without the attributes that the adapter would have added.',
      unit: 'cps',
    },
    curve(rate('spanhouse_gateway_adapter_failures_total', { by: 'adapter' }), '{{adapter}}'),
  );
}

export function bodiesInFlight(): Panel {
  return timeline(
    {
      title: 'Bodies in flight',
      description:
        'The fullest gateway, and the limit GATEWAY_MAX_IN_FLIGHT_BYTES, above which it answers 503.',
      unit: 'bytes',
    },
    curve(max('http_body_bytes_in_flight'), 'in flight'),
    curve(max('http_body_bytes_in_flight_limit'), 'limit'),
  );
}

export function logInFlight(): Panel {
  return timeline(
    {
      title: 'Bytes on their way into the log',
      description: 'The fullest gateway, and the limit above which it answers 503.',
      unit: 'bytes',
    },
    curve(max('spanhouse_log_in_flight_bytes'), 'in flight'),
    curve(max('spanhouse_log_in_flight_limit_bytes'), 'limit'),
  );
}

export function callsInFlight(): Panel {
  return timeline(
    {
      title: 'Requests in flight',
      description: 'HTTP requests and gRPC calls that are not answered yet.',
      unit: 'short',
    },
    curve(sum('http_requests_in_flight'), 'HTTP'),
    curve(sum('grpc_requests_in_flight'), 'gRPC'),
  );
}
