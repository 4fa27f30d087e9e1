import { type Panel, timeline } from './panels.js';
import { quantile, rate } from './promql.js';
import { curve } from './targets.js';

const HTTP = 'http_request_duration_seconds';
const GRPC = 'grpc_request_duration_seconds';
/** Probes and scrapes are no work that anybody waits for. */
const WORK = 'route!~"/livez|/readyz|/health|/metrics"';

function answersByClass(): string {
  const byStatus = rate(`${HTTP}_count`, { by: 'status', where: WORK });
  return `sum by (class) (label_replace(${byStatus}, "class", "\${1}xx", "status", "(.).."))`;
}

export function requestsByAnswer(): Panel {
  return timeline(
    {
      title: 'HTTP requests by answer',
      description:
        '4xx: the sender is wrong, or sends beyond its limits. 5xx: we are; 503 asks senders to come again, 504 is a read that took too long.',
      unit: 'reqps',
    },
    curve(answersByClass(), '{{class}}'),
  );
}

export function requestsByRoute(): Panel {
  return timeline(
    {
      title: 'HTTP requests by route',
      description: 'Without probes and scrapes. In the all-in-one: reads and writes together.',
      unit: 'reqps',
    },
    curve(rate(`${HTTP}_count`, { by: 'method, route', where: WORK }), '{{method}} {{route}}'),
  );
}

export function slowestByRoute(): Panel {
  return timeline(
    {
      title: 'HTTP, 99th percentile by route',
      description: 'Time from the first header to the last byte of the answer.',
      unit: 's',
    },
    curve(quantile(0.99, HTTP, { by: 'method, route', where: WORK }), '{{method}} {{route}}'),
  );
}

export function grpcCalls(): Panel {
  return timeline(
    {
      title: 'OTLP calls over gRPC by status',
      description: 'UNAVAILABLE and RESOURCE_EXHAUSTED ask the exporter to come again.',
      unit: 'reqps',
    },
    curve(rate(`${GRPC}_count`, { by: 'status' }), '{{status}}'),
  );
}

export function credentials(): Panel {
  return timeline(
    {
      title: 'Credentials by decision',
      description:
        'unauthorized: unknown or revoked keys, often of a sender that missed a rotation. unavailable: the catalog is away and the key is not remembered.',
      unit: 'reqps',
    },
    curve(rate('spanhouse_auth_decisions_total', { by: 'outcome' }), '{{outcome}}'),
  );
}
