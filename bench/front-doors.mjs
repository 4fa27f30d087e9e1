// Measures the read APIs of Tempo, Jaeger and Zipkin on many spans, and compares the times with the limits of the
// acceptance list.
//   npm run bench:front-doors -- [--only search,trace,large,names,tags] [--spans 1000000] [--calls 30]
// The spans are written into the store before the service starts. They form traces of ten spans in the last 23 hours.
// Each time is the median of several different calls. Reads of a trace by id are compared with Spanhouse's own API; the
// APIs are called in turn. Exits with 1 if a time exceeds its limit.
import { parseArgs } from 'node:util';
import { caller } from './front-doors/caller.mjs';
import { large } from './front-doors/large-lines.mjs';
import { names, tags } from './front-doors/name-lines.mjs';
import { search } from './front-doors/search-lines.mjs';
import { trace } from './front-doors/trace-lines.mjs';
import { SPANS_PER_TRACE } from './load/llm-traces.mjs';
import { createStatements, mergeAll } from './query/clickhouse.mjs';
import {
  newDataDirectory,
  printRows,
  rowsOfSection,
  say,
  timed,
  wantedNames,
} from './sections.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { withStore, writeTraces } from './ui/direct-store.mjs';

const sections = { names, search, trace, tags, large };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    spans: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '30' },
  },
});
const spans = Math.ceil(Number(values.spans) / SPANS_PER_TRACE) * SPANS_PER_TRACE;
const wanted = wantedNames(values.only, Object.keys(sections));
const dataDir = newDataDirectory('front-doors');

let newestMs;
await withStore(dataDir, async (config) => {
  newestMs = await timed('stored', () => writeTraces(config, spans));
  await timed('merged', () => mergeAll(createStatements(config)));
});
const spanhouse = await startSpanhouse(dataDir);
const rows = [];
for (const name of wanted) {
  const system = {
    ...spanhouse,
    ...caller(spanhouse.url, Number(values.calls)),
    traces: spans / SPANS_PER_TRACE,
    newestMs,
  };
  rows.push(...(await rowsOfSection(name, () => sections[name](system))));
}
await spanhouse.close();

say(`${spans.toLocaleString('en-US')} spans`);
printRows(rows);
