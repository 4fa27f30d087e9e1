// Measures the read of a trace by its id through each API, and compares the times with Spanhouse's own API.
import { traceAt } from '../load/llm-traces.mjs';

const MAX_RATIO = 1.3;
const protobuf = { accept: 'application/protobuf' };

/** Routes that return a whole trace, keyed by the name of the API. */
export const traceRoutes = {
  'Tempo v2, protobuf': (id) => ({ path: `/tempo/api/v2/traces/${id}`, headers: protobuf }),
  'Tempo v1, JSON': (id) => `/tempo/api/traces/${id}`,
  'Jaeger v1': (id) => `/jaeger/api/traces/${id}`,
  'Jaeger v3': (id) => `/jaeger/api/v3/traces/${id}`,
  Zipkin: (id) => `/zipkin/api/v2/trace/${id}`,
};

/** Resolves with the time of Spanhouse's own route, and with the times of the other APIs divided by this time. */
export async function ratios(medians, { traceId, calls, what }) {
  const routes = Object.entries(traceRoutes);
  const requests = [(id) => `/traces/${id}`, ...routes.map(([, route]) => route)];
  const asked = requests.map((route) => (call) => route(traceId(call)));
  const [own, ...others] = await medians(asked, calls);
  return [
    { line: `Spanhouse's API: ${what}`, value: own, unit: 'ms' },
    ...routes.map(([name], at) => ({
      line: `${name}: ${what}, against Spanhouse's API`,
      value: others[at] / own,
      limit: MAX_RATIO,
      unit: '×',
    })),
  ];
}

const CALLS = 200;

export function trace({ medians, traces }) {
  const traceId = (call) => traceAt((call * 7919) % traces, traces).trace_id;
  return ratios(medians, { traceId, calls: CALLS, what: 'trace of 10 spans' });
}
