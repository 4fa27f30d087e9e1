import type { HttpRequest, Route } from '@spanhouse/api-kit';
import { ServiceCallCounts } from '@spanhouse/span-dialects/jaeger';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { refuse } from '../../front-doors/query-parameters.js';
import { within } from '../../front-doors/stored-times.js';
import { selectWindow, walkPages } from '../../front-doors/walk-traces.js';
import { JaegerParameters } from '../parse-jaeger-parameters.js';
import { v1Answer } from '../v1-answer.js';

/** Creates the route that counts the calls between services in all traces whose first span starts in the window. */
export function getJaegerDependencies(services: BoundServices): Route {
  return services.read('GET /api/dependencies', {
    kind: 'analytics',
    parse: (req) => parseDependencies(req, services.clock.nowMs()),
    async answer({ window, service }, context) {
      const store = await services.open(context);
      const selection = selectWindow(window, store, { limit: Number.MAX_SAFE_INTEGER });
      const counts = new ServiceCallCounts();
      const traces = walkPages({ ...store, selection }, (page, options) =>
        store.reader.streamCalls(page, options),
      );
      for await (const { nodes } of traces) {
        const first = nodes[0]?.start_time;
        if (first !== undefined && window.oldest <= first) {
          counts.addTrace(nodes);
        }
      }
      const calls = counts
        .calls()
        .filter(
          ({ parent, child }) => service === undefined || parent === service || child === service,
        );
      return v1Answer(calls);
    },
  });
}

const NS_PER_MS = 1_000_000n;
const MS_PER_DAY = 86_400_000;

/** Parses the window and the service of a dependencies request. The window includes both of its bounds. */
function parseDependencies(req: HttpRequest, nowMs: number) {
  const parameters = new JaegerParameters(req);
  const end = BigInt(parameters.integer('endTs') ?? nowMs) * NS_PER_MS;
  const lookBack = parameters.integer('lookback') ?? MS_PER_DAY;
  if (lookBack < 0) {
    refuse("'lookback' must not be negative");
  }
  return {
    window: { oldest: within(end - BigInt(lookBack) * NS_PER_MS), newest: within(end + 1n) },
    service: parameters.text('service'),
  };
}
