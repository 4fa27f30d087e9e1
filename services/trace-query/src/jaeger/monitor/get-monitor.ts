import type { Route } from '@spanhouse/api-kit';
import { openNames } from '../../front-doors/open-services.js';
import { RawJson } from '../../http/send-json.js';
import { type JaegerServices, jaegerPage, jaegerRoute } from '../jaeger-services.js';
import { v1Answer } from '../v1-answer.js';
import { type MonitoredMetric, measureServices } from './measure-services.js';
import { parseMonitor } from './parse-monitor.js';

/** Shortest step between two points. */
const MIN_STEP_MS = 1;

/** Measures latencies, calls and errors of services for the tab Monitor of the Jaeger UI. */
export function getMonitor(services: JaegerServices): readonly Route[] {
  const route = (metric: MonitoredMetric) =>
    jaegerRoute(services, `GET /api/metrics/${metric}`, {
      kind: 'analytics',
      parse: (req) => parseMonitor(req, metric, services.clock.nowMs()),
      answer: async (monitor, context) => {
        const store = await openNames(services, context);
        return new RawJson(JSON.stringify(await measureServices(monitor, store)));
      },
    });
  return [
    route('latencies'),
    route('calls'),
    route('errors'),
    jaegerPage(services, 'GET /api/metrics/minstep', (_req, res) => {
      res.type('application/json').send(v1Answer(MIN_STEP_MS));
    }),
  ];
}
