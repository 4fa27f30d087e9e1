// Line 12 of the acceptance list: the comparison of two traces, and a session of 200 turns.
import { sendTrace, traceIdOf } from './large-trace.mjs';
import { MeasuredPage } from './measured-page.mjs';
import { newContext, openPage } from './timed-page.mjs';

const a = { traceId: traceIdOf('a'), spans: 10_000 };
const b = { traceId: traceIdOf('b'), spans: 9_500 };
const TURNS = 200;
const session = 'bench-session';

export const comparison = {
  name: 'compare',
  data: [
    {
      name: 'compare',
      async fill(url) {
        await sendTrace(url, a);
        await sendTrace(url, b);
      },
    },
  ],
  async measure({ url, browser }) {
    const address = `${url}/ui/compare?a=${a.traceId}&b=${b.traceId}`;
    const opened = await MeasuredPage.open(browser, address);
    const { complete } = await opened.noted((noted) => noted.complete !== undefined);
    await opened.close();
    return [['12 compare two traces of 10,000 spans', complete, 1500]];
  },
};

export const longSession = {
  name: 'session',
  data: [{ name: 'session', fill: (url) => sendTurns(url) }],
  async measure({ url, browser }) {
    const context = await newContext(browser);
    const stored = await openPage(context, `${url}/ui/sessions/${session}`);
    await untilTurn(stored.page);
    await stored.page.waitForLoadState('networkidle');
    await stored.page.close();
    const again = await openPage(context, `${url}/ui/sessions/${session}`);
    const { turn } = await untilTurn(again.page);
    await context.close();
    return [[`12 first of ${TURNS} turns of a session`, turn, 500]];
  },
};

function untilTurn(page) {
  return page.evaluate(() => window.bench.shown({ turn: { selector: '[role=feed] article' } }));
}

/** Sends a session: in each trace a person asks, and a model answers after two steps. */
async function sendTurns(url) {
  const newestMs = Date.now() - 60_000;
  const spans = Array.from({ length: TURNS }, (_, turn) => turn).flatMap((turn) =>
    turnOf(turn, newestMs - (TURNS - turn) * 60_000),
  );
  const answer = await fetch(`${url}/tracing/spans/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans }),
  });
  if (!answer.ok) {
    throw new Error(`the session is not accepted: ${answer.status} ${await answer.text()}`);
  }
  const visible = await fetch(`${url}/spans/query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-consistent-with': answer.headers.get('x-ingest-receipt'),
      'x-consistency-timeout-ms': '60000',
    },
    body: JSON.stringify({ windowing: { limit: 1 } }),
  });
  if (!visible.ok) {
    throw new Error(`the session cannot be read: ${visible.status}`);
  }
}

function turnOf(turn, startMs) {
  const trace_id = traceIdOf(`turn ${turn}`);
  const at = (ms) => new Date(startMs + ms).toISOString();
  const span = (number, name, attributes) => ({
    trace_id,
    span_id: String(number).padStart(16, '0'),
    ...(number > 1 && { parent_id: '1'.padStart(16, '0') }),
    span_name: name,
    start_time: at(number * 100),
    end_time: at(number === 1 ? 2000 : number * 100 + 80),
    attributes: { 'ag.session.id': session, 'ag.user.id': 'somebody', ...attributes },
  });
  return [
    span(1, 'turn', {
      'ag.type.span': 'workflow',
      'ag.data.inputs.question': `Question ${turn}: what does the contract say about notice?`,
      'ag.data.outputs.answer': `Answer ${turn}: the notice period is three months. `.repeat(4),
    }),
    span(2, 'search', { 'ag.type.span': 'tool', 'ag.data.inputs.query': 'notice period' }),
    span(3, 'answer', { 'ag.type.span': 'chat', 'ag.metrics.tokens.incremental.total': 420 }),
  ];
}
