import { quantile, rate } from '../queries/promql.js';
import { curve } from '../queries/targets.js';
import { type Panel, timeline } from './panels.js';

const http = 'http_request_duration_seconds';
const grpc = 'grpc_request_duration_seconds';
/** Label matcher that excludes probes and scrapes, because no user waits for them. */
const work = 'route!~"/livez|/readyz|/health|/metrics"';

function answersByClass(): string {
  const byStatus = rate(`${http}_count`, { by: 'status', where: work });
  return `sum by (class) (label_replace(${byStatus}, "class", "\${1}xx", "status", "(.).."))`;
}

export function requestsByAnswer(): Panel {
  return timeline(
    {
      title: 'HTTP requests by answer',
      description:
        '4xx: the request is invalid or exceeds a limit. 5xx: Spanhouse failed. 503 asks senders to retry; 504 is a read that took too long.',
      unit: 'reqps',
    },
    curve(answersByClass(), '{{class}}'),
  );
}

export function requestsByRoute(): Panel {
  return timeline(
    {
      title: 'HTTP requests by route',
      description: 'Excludes probes and scrapes. The all-in-one shows reads and writes together.',
      unit: 'reqps',
    },
    curve(rate(`${http}_count`, { by: 'method, route', where: work }), '{{method}} {{route}}'),
  );
}

export function slowestByRoute(): Panel {
  return timeline(
    {
      title: 'HTTP, 99th percentile by route',
      description: 'Time from the first header to the last byte of the answer.',
      unit: 's',
    },
    curve(quantile(0.99, http, { by: 'method, route', where: work }), '{{method}} {{route}}'),
  );
}

export function grpcCalls(): Panel {
  return timeline(
    {
      title: 'OTLP calls over gRPC by status',
      description: 'UNAVAILABLE and RESOURCE_EXHAUSTED ask the exporter to retry.',
      unit: 'reqps',
    },
    curve(rate(`${grpc}_count`, { by: 'status' }), '{{status}}'),
  );
}

export function credentials(): Panel {
  return timeline(
    {
      title: 'Credentials by decision',
      description:
        'unauthorized: unknown or revoked keys, often from a sender that missed a rotation. unavailable: the catalog is unavailable and the key is not cached.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_auth_decisions_total', { by: 'outcome' }), '{{outcome}}'),
  );
}
