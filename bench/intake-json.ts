// Measures spans per second of JSON intake on one core: `node --conditions=@spanhouse/source --import tsx bench/intake-json.ts [seconds]`.
// Compare only figures of one run.
import {
  createSpanName,
  parseJsonBody,
  readIngestRequest,
} from '../packages/span-intake/src/index.js';
import { type JsonValue, stringifyJson } from '../packages/span-schema/src/index.js';

const SPANS = 100;
const REPEATS = 10;
const ROUNDS = 300;
const sampleWords =
  'summarise the quarterly report for customer region with focus on churn latency'.split(' ');

const context = { receivedAt: 1_777_629_600_000_000_000n, createSpanName };

printFigures('plain attributes', plainAttributes);
printFigures('ag, flat keys', flatAg);
printFigures('ag, nested', nestedAg);

function printFigures(name: string, attributesOf: (index: number) => JsonValue): void {
  const body = Buffer.from(stringifyJson(makeRequest(attributesOf)));
  const parsing = measure(() => JSON.parse(body.toString('utf8')) as JsonValue);
  const checking = measure(() => parseBody(body));
  const all = measure(() => readIngestRequest(parseBody(body), context));
  process.stdout.write(
    `${name}: ${Math.round(body.length / SPANS)} bytes/span; JSON.parse ${show(parsing)}, ` +
      `checked parse ${show(checking)}, parse + intake ${show(all)}, ` +
      `intake alone ${(all - checking).toFixed(2)} µs/span\n`,
  );
}

function parseBody(body: Buffer): JsonValue {
  const parsed = parseJsonBody(body);
  if (parsed.status !== 'parsed') {
    throw new Error('the benchmark body is not JSON');
  }
  return parsed.value;
}

/** Returns microseconds per span: the shortest of many short slices, so that other load on the machine hardly counts. */
function measure(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    for (let at = 0; at < REPEATS; at++) {
      run();
    }
    best = Math.min(best, ((performance.now() - started) * 1000) / (REPEATS * SPANS));
  }
  return best;
}

function show(microseconds: number): string {
  return `${microseconds.toFixed(2)} µs/span (${Math.round(1e6 / microseconds)}/s)`;
}

function makeRequest(attributesOf: (index: number) => JsonValue): JsonValue {
  return {
    spans: Array.from({ length: SPANS }, (_, index) => ({
      trace_id: hex(Math.floor(index / 10) + 1, 32),
      span_id: hex(index + 1, 16),
      parent_id: index % 10 === 0 ? null : hex(index - (index % 10) + 1, 16),
      span_name: index % 3 === 0 ? 'tool.search' : 'llm.chat',
      span_kind: 'SPAN_KIND_CLIENT',
      start_time: `2026-05-01T10:00:00.${String(index).padStart(6, '0')}Z`,
      end_time: '2026-05-01T10:00:01.123456Z',
      status_code: 'STATUS_CODE_OK',
      attributes: attributesOf(index),
    })),
  };
}

function hex(value: number, digits: number): string {
  return (BigInt(value) * 0x9e37_79b9_7f4a_7c15n).toString(16).padStart(digits, 'a').slice(-digits);
}

function prompt(index: number): string {
  let text = '';
  for (let word = index; text.length < 300; word += 7) {
    text += `${sampleWords[word % sampleWords.length]} `;
  }
  return text;
}

function plainAttributes(index: number): JsonValue {
  return {
    'gen_ai.system': 'openai',
    operation: 'chat',
    'gen_ai.model': 'gpt-4o-mini',
    temperature: 0.7,
    max_tokens: 1024,
    input_tokens: 50 + index,
    output_tokens: 1 + index,
    cost: 0.000_12 * index,
    finish_reason: 'stop',
    'user.id': `user-${index}`,
    'session.id': `sess-${index}`,
    env: 'prod',
    'app.version': '1.14.3',
    'gen_ai.prompt': prompt(index),
  };
}

function flatAg(index: number): JsonValue {
  return {
    'ag.type.span': 'llm',
    'ag.data.inputs.prompt': prompt(index),
    'ag.data.outputs': 'a short answer',
    'ag.metrics.tokens.incremental.prompt': 50 + index,
    'ag.metrics.tokens.incremental.completion': 1 + index,
    'ag.metrics.tokens.incremental.total': 51 + 2 * index,
    'ag.metrics.costs.incremental.total': 0.001 * index,
    'ag.meta.request.model': 'gpt-4o-mini',
    'ag.meta.request.temperature': 0.7,
    'ag.session.id': `sess-${index}`,
    'ag.user.id': `user-${index}`,
    'ag.references.application.slug': 'my-app',
    env: 'prod',
    'app.version': '1.14.3',
  };
}

function nestedAg(index: number): JsonValue {
  return {
    env: 'prod',
    app: { version: '1.14.3' },
    ag: {
      type: { span: 'llm' },
      data: { inputs: { prompt: prompt(index) }, outputs: 'a short answer' },
      metrics: {
        tokens: {
          incremental: { prompt: 50 + index, completion: 1 + index, total: 51 + 2 * index },
        },
        costs: { incremental: { total: 0.001 * index } },
      },
      meta: { request: { model: 'gpt-4o-mini', temperature: 0.7 } },
      session: { id: `sess-${index}` },
      user: { id: `user-${index}` },
      references: { application: { slug: 'my-app' } },
    },
  };
}
