/** A span in the format of `POST /tracing/spans/ingest`. */
export interface SentSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id?: string;
  readonly span_name: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly status_code?: string;
  readonly status_message?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events?: readonly object[];
  readonly links?: readonly object[];
  readonly references?: readonly object[];
  readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
}

export interface ShopOptions {
  /** Time of the newest trace, in ms since 1970. */
  readonly newestMs: number;
  readonly traces: number;
  /** Time between two consecutive traces in ms. The default is 4 minutes. */
  readonly distanceMs?: number;
}

interface Step {
  readonly name: string;
  readonly service: string;
  readonly parent?: string;
  /** Start and end of the step, in µs after the start of the trace. */
  readonly at: readonly [number, number];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const NS_PER_US = 1000n;
const NS_PER_MS = 1_000_000n;
const NS_DIGITS = 9;

const users = ['ana', 'ben', 'chen', 'dora', 'emil'];
const models = ['demo-model', 'demo-model-mini', 'demo-model-large'];
const questions = [
  'Compare all your contracts and tell me which one is cheapest for a family of four.',
  'Why is my bill of April higher than the one of March?',
  'Can I move my contract to a new address next month?',
  'Which of your heat pumps fits a house built in 1975?',
  'Please cancel the appointment on Friday.',
];
const answers = [
  'The **Flex** contract is the cheapest for you. Over twelve months:\n\n| Contract | Per month | First year |\n|---|---|---|\n| Flex | 41.20 | 494.40 |\n| Family | 44.90 | 538.80 |\n\nShall I prepare the change?',
  'April had **31 % more** consumption at night. The tariff did not change.',
  'Yes. Please send me the new address and the day on which you move.',
  'I recommend the model *S 12*, because the house needs 9 kW at -10 °C.',
  'I have cancelled the appointment on Friday at 10:00.',
];
const system = { role: 'system', content: 'You advise customers of an energy supplier.' };

/** Returns traces of a shop's agent, newest first. The same arguments always yield the same traces. */
export function shopTraces({ newestMs, traces, distanceMs = 240_000 }: ShopOptions): SentSpan[] {
  const random = seededRandom(20_260_501);
  return Array.from({ length: traces }, (_, index) => {
    const startMs = newestMs - index * distanceMs - Math.floor(random() * 1000);
    return traceOf(stepsOf(index, random), { startMs, random });
  }).flat();
}

function stepsOf(index: number, random: () => number): readonly Step[] {
  if (index % 5 === 4) {
    return mailSteps(random);
  }
  return index % 7 === 3 ? priceSteps(random) : askSteps(index, random);
}

function askSteps(index: number, random: () => number): readonly Step[] {
  const topic = Math.floor(index / 3) % questions.length;
  const user = { role: 'user', content: questions[topic] };
  const answer = answers[topic] ?? '';
  const search = 200_000 + Math.floor(random() * 400_000);
  const draft = search + 900_000 + Math.floor(random() ** 3 * 9_000_000);
  const hasTimeout = random() < 0.15;
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
  return [
    {
      name: 'ask',
      service: 'shop',
      at: [0, draft + 40_000],
      attributes: {
        'ag.type.span': 'workflow',
        'ag.session.id': `s-${index % 40}`,
        'ag.user.id': users[index % users.length],
        'ag.data.inputs.question': questions[topic],
        'ag.data.outputs': answer,
        'customer.tier': index % 3 === 0 ? 'premium' : 'basic',
      },
      ...(hasTimeout && { error: 'The price list did not answer; the answer uses cached prices' }),
    },
    {
      name: 'plan',
      service: 'shop',
      parent: 'ask',
      at: [2000, draft + 30_000],
      attributes: { 'ag.type.span': 'agent' },
    },
    chat('choose a tool', [4000, search - 20_000], {
      model: models[1],
      data: { inputs: { prompt: [system, user] }, outputs: { completion: [toolCall] } },
      tokens: [420 + topic, 32],
    }),
    {
      name: 'search',
      service: 'search',
      parent: 'plan',
      at: [search - 15_000, search + 380_000],
      attributes: {
        'ag.type.span': 'tool',
        'ag.data.inputs': { query: 'contracts', top_k: 12 },
        'ag.data.outputs': { documents: 12 },
      },
    },
    {
      name: 'GET /prices',
      service: 'prices',
      parent: 'search',
      at: [search, search + 300_123],
      attributes: { 'http.request.method': 'GET', 'url.path': '/prices' },
      ...(hasTimeout && { error: 'Timeout: no answer within 300 ms' }),
    },
    chat('draft', [search + 400_000, draft], {
      model: models[index % models.length],
      data: {
        inputs: { prompt: [system, user, toolCall, found] },
        outputs: { completion: [{ role: 'assistant', content: answer, finish_reason: 'stop' }] },
      },
      tokens: [7800 - 400 * topic, 150 + Math.floor(random() * 1100)],
    }),
  ];
}

interface Chat {
  readonly model: string | undefined;
  readonly data: object;
  readonly tokens: readonly [number, number];
}

function chat(name: string, at: readonly [number, number], { model, data, tokens }: Chat): Step {
  return {
    name,
    service: 'shop',
    parent: 'plan',
    at,
    attributes: {
      'ag.type.span': 'chat',
      'ag.meta.request.model': model,
      'ag.data': data,
      'ag.metrics.tokens.incremental.prompt': tokens[0],
      'ag.metrics.tokens.incremental.completion': tokens[1],
      'ag.metrics.tokens.incremental.total': tokens[0] + tokens[1],
      'ag.metrics.costs.incremental.total': (tokens[0] * 3 + tokens[1] * 15) / 1e6,
    },
  };
}

function mailSteps(random: () => number): readonly Step[] {
  const end = 30_000 + Math.floor(random() * 90_000);
  return [
    {
      name: 'send newsletter',
      service: 'mailer',
      at: [0, end],
      attributes: { 'ag.type.span': 'task', recipients: Math.floor(random() * 400) },
    },
    {
      name: 'SMTP',
      service: 'mailer',
      parent: 'send newsletter',
      at: [1500, end - 900],
      attributes: { 'server.address': 'mail.example.com' },
    },
  ];
}

function priceSteps(random: () => number): readonly Step[] {
  const attempts = 3 + Math.floor(random() * 3);
  const retries = Array.from({ length: attempts }, (_, attempt): Step => {
    const start = 2000 + attempt * 45_000;
    const isLast = attempt === attempts - 1;
    return {
      name: `load prices ${attempt + 1}`,
      service: 'prices',
      parent: 'update prices',
      at: [start, start + 40_000 + attempt],
      attributes: { 'ag.type.span': 'tool', attempt },
      ...(!isLast && { error: 'Connection reset by the supplier' }),
    };
  });
  return [
    {
      name: 'update prices',
      service: 'prices',
      at: [0, 4000 + attempts * 45_000],
      attributes: { 'ag.type.span': 'workflow' },
    },
    ...retries,
  ];
}

interface Place {
  readonly startMs: number;
  readonly random: () => number;
}

function traceOf(steps: readonly Step[], { startMs, random }: Place): readonly SentSpan[] {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  const traceId = hex(32);
  const startNs = BigInt(startMs) * NS_PER_MS + BigInt(Math.floor(random() * 1e6));
  const ids = new Map(steps.map(({ name }) => [name, hex(16)]));
  return steps.map(({ name, service, parent, at, attributes, error }) => {
    const parentId = parent === undefined ? undefined : ids.get(parent);
    const [start, end] = at.map((us) => writeTime(startNs + BigInt(us) * NS_PER_US));
    return {
      trace_id: traceId,
      span_id: ids.get(name) ?? '',
      ...(parentId !== undefined && { parent_id: parentId }),
      span_name: name,
      start_time: start ?? '',
      end_time: end ?? '',
      ...(error !== undefined && { status_code: 'STATUS_CODE_ERROR', status_message: error }),
      attributes,
      resource: { attributes: { 'service.name': service } },
    };
  });
}

function writeTime(ns: bigint): string {
  const seconds = new Date(Number(ns / NS_PER_MS)).toISOString().slice(0, -5);
  return `${seconds}.${String(ns % 1_000_000_000n).padStart(NS_DIGITS, '0')}Z`;
}

/** Returns a deterministic generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
