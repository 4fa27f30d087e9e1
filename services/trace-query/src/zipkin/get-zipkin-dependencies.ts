import type { Route } from '@spanhouse/api-kit';
import { structureOf } from '@spanhouse/span-dialects/spans';
import {
  type CallingSpan,
  ServiceLinks,
  toCallingSpan,
  toZipkinSpan,
} from '@spanhouse/span-dialects/zipkin';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { selectWindow, walkTraces } from '../front-doors/walk-traces.js';
import { spansOfTrace } from '../front-doors/write-traces.js';
import { parseDependencies } from './parse-zipkin-search.js';
import type { ZipkinServices } from './zipkin-services.js';

/** Creates the route that counts the calls between services in all traces of a window. */
export function getZipkinDependencies(services: ZipkinServices): Route {
  return services.read('GET /api/v2/dependencies', {
    kind: 'analytics',
    parse: parseDependencies,
    async answer(window, context) {
      const store = await services.open(context);
      const selection = selectWindow(window, store, { limit: Number.MAX_SAFE_INTEGER });
      const links = new ServiceLinks();
      for await (const trace of walkTraces({ ...store, selection })) {
        const { time } = structureOf(trace.nodes);
        if (window.oldest <= time && time < window.newest) {
          links.addTrace(await readCalls(trace));
        }
      }
      return links.links();
    },
  });
}

async function readCalls(trace: WholeTrace): Promise<readonly CallingSpan[]> {
  const calls: CallingSpan[] = [];
  for await (const { span } of spansOfTrace(trace)) {
    calls.push(toCallingSpan(span, toZipkinSpan(span, false)));
  }
  return calls;
}
