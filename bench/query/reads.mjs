// The measured reads, all in the largest project. Bounds limit the number of rows that a read may scan; they apply on
// any machine. Times are targets for two idle cores.
import {
  DAY_NS,
  lastStart,
  projects,
  SPANS_PER_TRACE,
  services,
  traceAt,
} from '../load/llm-traces.mjs';

const largest = projects[0].project_id;
const PAGE = 50;
const depths = [2, 20, 100];
const WALKS = 4;
const SECOND_NS = 1_000_000_000n;

function isoTime(ns) {
  const millis = new Date(Number(ns / 1_000_000n)).toISOString();
  return `${millis.slice(0, 19)}.${String(ns % SECOND_NS).padStart(9, '0')}Z`;
}

/** Returns a window of 24 hours. It ends a little earlier for each call, so that no two requests are identical. */
function lastDay(call) {
  const newest = lastStart - BigInt(call * 7) * SECOND_NS;
  return { newest: isoTime(newest), oldest: isoTime(newest - DAY_NS) };
}

function condition(field, value, key) {
  return { field, ...(key && { key }), operator: 'is', value };
}

function post(path, body) {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** Returns a trace of the largest project, a different one for each call. */
function traceOfLargestProject(call, traces) {
  for (let index = (call * 7919) % traces; ; index = (index + 1) % traces) {
    const trace = traceAt(index, traces);
    if (trace.project_id === largest) {
      return trace;
    }
  }
}

export function listReads(spans) {
  return [...newestReads(), ...keyedReads(spans), ...summingReads()];
}

function newestReads() {
  return [
    {
      name: 'newest 50 spans of 24 h',
      isList: true,
      maxRows: 150_000,
      aimMs: 40,
      request: (call) => post('/spans/query', { windowing: { ...lastDay(call), limit: PAGE } }),
    },
    ...depths.map((depth) => ({
      name: `page ${depth} of them`,
      isList: true,
      maxRows: 150_000,
      aimMs: 40,
      depth,
    })),
    {
      name: 'newest 50 traces of 24 h',
      isList: true,
      request: (call) => post('/traces/query', { windowing: { ...lastDay(call), limit: PAGE } }),
    },
  ];
}

function keyedReads(spans) {
  const traces = spans / SPANS_PER_TRACE;
  const traceFor = (call) => traceOfLargestProject(call, traces);
  const userFilter = (call) => ({
    conditions: [condition('attributes', traceFor(call).user_id, 'ag.user.id')],
  });
  return [
    {
      name: 'trace by id',
      maxRows: 50_000,
      aimMs: 25,
      request: (call) => ({ method: 'GET', path: `/traces/${traceFor(call).trace_id}` }),
    },
    {
      name: 'spans of one user in 100,000',
      isList: true,
      maxRows: 300_000,
      aimMs: 60,
      request: (call) =>
        post('/spans/query', { filtering: userFilter(call), windowing: { limit: PAGE } }),
    },
    {
      name: 'traces of one user in 100,000',
      isList: true,
      maxRows: 300_000,
      request: (call) =>
        post('/traces/query', { filtering: userFilter(call), windowing: { limit: 20 } }),
    },
    {
      name: '20 latest traces of a service with errors',
      isList: true,
      maxRows: 500_000,
      aimMs: 100,
      request: (call) => {
        const service = condition('service_name', services[call % services.length]);
        const conditions = [service, condition('status_code', 'STATUS_CODE_ERROR')];
        return post('/traces/query', { filtering: { conditions }, windowing: { limit: 20 } });
      },
    },
  ];
}

function summingReads() {
  return [
    {
      name: 'analytics of one day by the hour',
      aimMs: 500,
      request: (call) =>
        post('/spans/analytics/query', { windowing: { ...lastDay(call), interval: 60 } }),
    },
    {
      name: '50 sessions of 24 h',
      isList: true,
      request: (call) =>
        post('/spans/sessions/query', { windowing: { ...lastDay(call), limit: PAGE } }),
    },
    {
      name: '50 sessions of 24 h with summaries',
      isList: true,
      request: (call) =>
        post('/spans/sessions/query', {
          windowing: { ...lastDay(call), limit: PAGE },
          include_summary: true,
        }),
    },
  ];
}

/** Reads the newest spans page by page. Returns the requests for later pages, keyed by depth. */
export async function walkPages(call) {
  const byDepth = new Map(depths.map((depth) => [depth, []]));
  for (let walk = 0; walk < WALKS; walk++) {
    let windowing = { ...lastDay(walk * 50), limit: PAGE };
    for (let page = 1; page <= Math.max(...depths); page++) {
      const request = post('/spans/query', { windowing });
      byDepth.get(page)?.push(request);
      const answer = await call(request);
      if (answer.status !== 200) {
        throw new Error(answer.text());
      }
      const { next } = JSON.parse(answer.text()).windowing ?? {};
      if (next === undefined) {
        break;
      }
      windowing = { next };
    }
  }
  return byDepth;
}
