import { HttpProblem, type Route } from '@spanhouse/api-kit';
import { openStore } from '../../front-doors/open-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import { RawJson } from '../../http/send-json.js';
import {
  type FoundTrace,
  type SearchedStore,
  searchTraces,
} from '../../traceql/search-by-pipeline.js';
import { type TempoServices, tempoRoute } from '../tempo-services.js';
import { parseSearch, type TempoSearch } from './parse-tempo-search.js';
import { SearchEntries } from './search-entry.js';

/** Maximum size of all entries of an answer. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;

/** Searches traces by a query or by tags. The answer has the newest matches. */
export function getTempoSearch(services: TempoServices): Route {
  return tempoRoute(services, 'GET /api/search', {
    kind: 'traces',
    parse: parseSearch,
    async answer(search, context) {
      const now = services.clock.nowNs();
      const store = { ...(await openStore(services, context)), now };
      const traces = await findTraces(search, store);
      return new RawJson(`{"traces":[${traces.join(',')}],"metrics":${metricsOf(context)}}`);
    },
  });
}

async function findTraces(search: TempoSearch, store: SearchedStore): Promise<readonly string[]> {
  const entries = new SearchEntries(search.plan.fields, search.maxSpans);
  let characters = 0;
  const { limit } = search;
  const found: readonly FoundTrace<string>[] = await searchTraces(
    search,
    store,
    async (matched, spans) => {
      const entry = await entries.write(matched, spans);
      characters += entry.length;
      if (characters > MAX_ANSWER_CHARACTERS) {
        const detail = `the answer is too large: lower limit, which is ${limit}, or spss, which is ${search.maxSpans}`;
        throw new HttpProblem(422, { detail });
      }
      return entry;
    },
  );
  return found.map(({ entry }) => entry);
}

/** Returns the cost of the statements of a search. */
function metricsOf({ costs }: ReadContext): string {
  const inspectedBytes = String(Math.trunc(costs.soFar.bytes));
  return JSON.stringify({ inspectedBytes, completedJobs: 1, totalJobs: 1 });
}
