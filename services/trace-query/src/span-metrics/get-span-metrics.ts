import type { HttpRequest, Route } from '@spanhouse/api-kit';
import type { Catalog } from '@spanhouse/catalog';
import type { SpanMetricsReader } from '@spanhouse/trace-store/reader';
import { writePlainProblem } from '../front-doors/problem-text.js';
import { requireOwnTenant } from '../front-doors/require-own-tenant.js';
import { ChunkWriter } from '../http/chunk-writer.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { type ExpositionFormat, writeExposition } from './write-exposition.js';

export interface SpanMetricsServices extends ReadServices {
  readonly catalog: Pick<Catalog, 'getProject'>;
  readonly spanMetrics: Pick<SpanMetricsReader, 'sums'>;
}

const contentTypes: Readonly<Record<ExpositionFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** Creates the route that serves a project's span metrics to a Prometheus server; see docs/front-doors.md. */
export function getSpanMetrics(services: SpanMetricsServices): Route {
  const { authenticate, catalog, spanMetrics } = services;
  const tenants = { ...services, authenticate: requireOwnTenant(authenticate, catalog) };
  const route = readRoute(tenants, 'GET /span-metrics', {
    mirrored: false,
    kind: 'span_metrics',
    parse: preferredFormat,
    async send(format, { res, context }) {
      const { principal, signal } = context;
      const sums = await spanMetrics.sums(principal.project_id, signal);
      res.set('content-type', contentTypes[format]);
      const writer = new ChunkWriter(res);
      await writer.writeAll(writeExposition(sums, format));
      res.end(writer.rest);
      return 'answered';
    },
  });
  return { ...route, writeProblem: writePlainProblem };
}

/** Returns the preferred format. Prometheus lists both formats with weights and parameters. */
function preferredFormat(req: HttpRequest): ExpositionFormat {
  const accepted = req.headers.accept ?? '';
  const weight = weightOf(accepted, 'application/openmetrics-text');
  return weight > 0 && weight >= weightOf(accepted, 'text/plain') ? 'openmetrics' : 'prometheus';
}

function weightOf(accepted: string, type: string): number {
  const weights = accepted
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([name]) => name === type)
    .map(([, ...parameters]) => {
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return weight === undefined ? 1 : Number(weight.slice('q='.length));
    });
  return Math.max(0, ...weights);
}
