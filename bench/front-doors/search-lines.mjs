// Measures searches and metrics with TraceQL.
const HOUR_S = 3600;
const DAY_S = 86_400;

/** The measured searches, each with its time limit in ms from the acceptance list. */
const lines = [
  {
    line: 'Tempo: search by tag over one hour',
    limit: 80,
    query: (call) => `{ span.ag.user.id = "user-0-${call * 7919}" }`,
    seconds: HOUR_S,
  },
  {
    line: 'Tempo: search by service over one hour',
    limit: 80,
    query: (call) => `{ resource.service.name = "agent-${call % 10}" && status = error }`,
    seconds: HOUR_S,
  },
  {
    line: 'Tempo: structural query over one hour',
    limit: 500,
    query: (call) =>
      `{ resource.service.name = "agent-${call % 10}" } >> { name = "final_answer" && status = error }`,
    seconds: HOUR_S,
  },
  {
    line: 'Tempo: structural query over one hour that matches nothing',
    limit: 500,
    query: (call) => `{ name = "draft" } > { name = "no name ${call}" }`,
    seconds: HOUR_S,
  },
  {
    line: 'Tempo: `rate() by (resource.service.name)` over a day',
    limit: 400,
    query: () => '{ } | rate() by (resource.service.name)',
    seconds: DAY_S,
    path: '/tempo/api/metrics/query_range',
  },
  {
    line: 'Tempo: `compare()` over one hour',
    query: () => '{ } | compare({ status = error })',
    seconds: HOUR_S,
    path: '/tempo/api/metrics/query',
    calls: 3,
  },
];

export async function search({ rowOf, newestMs }) {
  const rows = [];
  for (const { line, limit, query, seconds, calls, path = '/tempo/api/search' } of lines) {
    const request = (call) => {
      // The end is different for each call, so that no two requests are identical.
      const end = Math.floor(newestMs / 1000) - call;
      const range = { start: end - seconds, end };
      return `${path}?${new URLSearchParams({ q: query(call), limit: 20, ...range })}`;
    };
    rows.push(...(await rowOf({ line, limit }, request, calls)));
  }
  return rows;
}
