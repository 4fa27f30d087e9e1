import type { HttpRequest, Route } from '@spanhouse/api-kit';
import { kindOfName } from '@spanhouse/span-dialects/jaeger';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { refuse } from '../../front-doors/query-parameters.js';
import { parseKind } from '../names/parse-name-query.js';
import { JaegerParameters, malformed } from '../parse-jaeger-parameters.js';
import { v1Answer } from '../v1-answer.js';
import { type Monitor, type MonitoredMetric, measureServices } from './measure-services.js';

/** Shortest step between two points. */
const MIN_STEP_MS = 1;

/** Creates the routes that measure latencies, calls and errors per service for the Monitor tab of the Jaeger UI. */
export function getMonitor(services: BoundServices): readonly Route[] {
  const route = (metric: MonitoredMetric) =>
    services.read(`GET /api/metrics/${metric}`, {
      kind: 'analytics',
      parse: (req) => parseMonitor(req, metric, services.clock.nowMs()),
      answer: async (monitor, context) =>
        await measureServices(monitor, await services.open(context)),
    });
  return [
    route('latencies'),
    route('calls'),
    route('errors'),
    services.page('GET /api/metrics/minstep', (_req, res) => void res.json(v1Answer(MIN_STEP_MS))),
  ];
}

const MAX_SERVICES = 100;
/** Maximum number of points per service. */
const MAX_POINTS = 11_000;
const MAX_POINTS_OF_ALL = 110_000;
const DEFAULT_LOOK_BACK_MS = 3_600_000;
const DEFAULT_STEP_MS = 5000;
const DEFAULT_RATE_PER_MS = 600_000;

/** Parses a request of the Monitor tab. Throws a 400 that names the invalid parameter. */
function parseMonitor(req: HttpRequest, metric: MonitoredMetric, nowMs: number): Monitor {
  const parameters = new JaegerParameters(req);
  // The Jaeger UI joins several service names into one value.
  const named = parameters.all('service').flatMap((text) => text.split(',service='));
  if (named.length === 0) {
    refuse("parameter 'service' is required");
  }
  const services = [...new Set(named)];
  if (services.length > MAX_SERVICES) {
    refuse(`'service' names more than ${MAX_SERVICES} services`);
  }
  const lookBackMs = positive(parameters, 'lookback') ?? DEFAULT_LOOK_BACK_MS;
  const stepMs = positive(parameters, 'step') ?? DEFAULT_STEP_MS;
  const points = Math.floor(lookBackMs / stepMs) + 1;
  if (points > MAX_POINTS) {
    refuse(`'lookback' has more than ${MAX_POINTS} points of 'step'`);
  }
  if (services.length * points > MAX_POINTS_OF_ALL) {
    refuse(`'lookback' has more than ${MAX_POINTS_OF_ALL} points of 'step' over all services`);
  }
  const kinds = parameters.all('spanKind').map(parseKind);
  return {
    metric,
    services,
    level: metric === 'latencies' ? parseQuantile(parameters) : 0,
    endMs: parameters.integer('endTs') ?? nowMs,
    stepMs,
    points,
    rateMs: positive(parameters, 'ratePer') ?? DEFAULT_RATE_PER_MS,
    kinds: (kinds.length === 0 ? ['server'] : kinds).flatMap((kind) => kindOfName(kind) ?? []),
    byOperation: parameters.isSet('groupByOperation'),
  };
}

function positive(parameters: JaegerParameters, name: string): number | undefined {
  const number = parameters.integer(name);
  return number !== undefined && number <= 0 ? refuse(`'${name}' must be above 0`) : number;
}

function parseQuantile(parameters: JaegerParameters): number {
  const text = parameters.required('quantile');
  const level = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return level >= 0 && level <= 1 ? level : malformed('quantile', 'a number from 0 to 1');
}
