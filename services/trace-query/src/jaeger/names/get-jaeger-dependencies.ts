import type { Route } from '@spanhouse/api-kit';
import { ServiceCallCounts } from '@spanhouse/span-dialects/jaeger';
import { openStore } from '../../front-doors/open-services.js';
import { selectWindow, walkPages } from '../../front-doors/walk-traces.js';
import { RawJson } from '../../http/send-json.js';
import { type JaegerServices, jaegerRoute } from '../jaeger-services.js';
import { v1Answer } from '../v1-answer.js';
import { parseDependencies } from './parse-dependencies.js';

/** Counts the calls between services over all traces whose first span starts in the window. */
export function getJaegerDependencies(services: JaegerServices): Route {
  return jaegerRoute(services, 'GET /api/dependencies', {
    kind: 'analytics',
    parse: (req) => parseDependencies(req, services.clock.nowMs()),
    async answer({ window, service }, context) {
      const store = await openStore(services, context);
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
      return new RawJson(v1Answer(calls));
    },
  });
}
