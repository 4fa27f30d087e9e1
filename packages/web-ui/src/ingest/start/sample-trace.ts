import { writeTime } from '../../parts/values/format-time.js';

interface Step {
  readonly name: string;
  readonly parent?: string;
  /** Start and end in ms after the start of the trace. */
  readonly at: readonly [number, number];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const question =
  'Compare all your contracts and tell me which one is cheapest for a family of four.';
const answer =
  'The **Flex** contract is the cheapest for you. Over twelve months:\n\n| Contract | Per month | First year |\n|---|---|---|\n| Flex | 41.20 | 494.40 |\n| Family | 44.90 | 538.80 |\n\nShall I prepare the change?';
const system = { role: 'system', content: 'You advise customers of an energy supplier.' };
const user = { role: 'user', content: question };
const toolCall = {
  role: 'assistant',
  tool_calls: [
    {
      id: 'call-1',
      type: 'function',
      function: { name: 'search', arguments: '{"query":"contracts","top_k":12}' },
    },
  ],
};
const found = { role: 'tool', tool_call_id: 'call-1', content: '12 documents' };

function chat(
  at: readonly [number, number],
  data: object,
  tokens: readonly [number, number],
): Step {
  return {
    name: 'draft',
    parent: 'plan',
    at,
    attributes: {
      'ag.type.span': 'chat',
      'ag.meta.request.model': 'demo-model',
      'ag.meta.request.temperature': 0.2,
      'ag.data': data,
      'ag.metrics.tokens.incremental.prompt': tokens[0],
      'ag.metrics.tokens.incremental.completion': tokens[1],
      'ag.metrics.tokens.incremental.total': tokens[0] + tokens[1],
      'ag.metrics.costs.incremental.total': (tokens[0] * 3 + tokens[1] * 15) / 1e6,
    },
  };
}

const steps: readonly Step[] = [
  {
    name: 'ask',
    at: [0, 4200],
    attributes: {
      'ag.type.span': 'workflow',
      'ag.session.id': 'sample-session',
      'ag.user.id': 'ana',
      'ag.data.inputs.question': question,
      'ag.data.outputs': answer,
    },
  },
  { name: 'plan', parent: 'ask', at: [20, 4150], attributes: { 'ag.type.span': 'agent' } },
  chat(
    [40, 900],
    { inputs: { prompt: [system, user] }, outputs: { completion: [toolCall] } },
    [420, 32],
  ),
  {
    name: 'search',
    parent: 'plan',
    at: [920, 1320],
    attributes: {
      'ag.type.span': 'tool',
      'ag.data.inputs': { query: 'contracts', top_k: 12 },
      'ag.data.outputs': { documents: 12 },
    },
  },
  {
    name: 'price list',
    parent: 'search',
    at: [980, 1280],
    attributes: { 'http.request.method': 'GET' },
    error: 'Timeout: no answer within 300 ms, the cached list was used',
  },
  chat(
    [1350, 4100],
    {
      inputs: { prompt: [system, user, toolCall, found] },
      outputs: { completion: [{ role: 'assistant', content: answer, finish_reason: 'stop' }] },
    },
    [7800, 1200],
  ),
];

/**
 * Returns the spans of a short agent run that ends at `nowNs`. The run has messages, a tool call and an error. `hex`
 * returns random digits.
 */
export function sampleTrace(nowNs: bigint, hex: (digits: number) => string) {
  const traceId = hex(32);
  const startNs = nowNs - 4_200_000_000n;
  const ids = new Map<string, string>();
  return steps.map(({ name, parent, at, attributes, error }) => {
    const spanId = hex(16);
    ids.set(name, spanId);
    const parentId = parent === undefined ? undefined : ids.get(parent);
    const [start, end] = at.map((ms) => writeTime(startNs + BigInt(ms) * 1_000_000n));
    return {
      trace_id: traceId,
      span_id: spanId,
      ...(parentId !== undefined && { parent_id: parentId }),
      span_name: name,
      start_time: start ?? '',
      end_time: end ?? '',
      ...(error !== undefined && { status_code: 'STATUS_CODE_ERROR', status_message: error }),
      attributes,
      resource: { attributes: { 'service.name': name === 'price list' ? 'search' : 'shop' } },
    };
  });
}
