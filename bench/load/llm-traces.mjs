// Generates traces of an agent that answers questions, as canonical spans. A trace has ten spans, and most of them call
// a language model. The content of a trace depends only on its number, so a reader can compute the written data without
// storing it.
import {
  createSpanName,
  parseJsonBody,
  readIngestRequest,
} from '../../packages/span-intake/dist/index.js';

export const SPANS_PER_TRACE = 10;
const USERS = 100_000;
const DAYS = 3;
export const DAY_NS = 86_400_000_000_000n;
/**
 * Start of the first trace, a Tuesday. The traces cover three days of one week and are therefore in one partition of
 * the store.
 */
export const FIRST_START = 1_777_939_200_000_000_000n;
export const lastStart = FIRST_START + BigInt(DAYS) * DAY_NS;
/** The projects with their shares in percent. The first one is the default project. */
export const projects = [50, 20, 15, 10, 5].map((share, index) => ({
  share,
  project_id: `00000000-0000-0000-0000-00000000000${index}`,
}));
export const services = Array.from({ length: 10 }, (_, index) => `agent-${index}`);

const TEMPLATES = 2000;
const SESSIONS_PER_USER = 4;
const RECEIVED_AFTER_NS = 30_000_000_000n;
const PROMPT_CHARS = 240;

const sampleWords =
  'summarise the quarterly report for customer region with focus on churn latency budget and explain why tokens were spent in retrieval step before answer please return json schema field value context window agent tool search document'.split(
    ' ',
  );
const models = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-sonnet-latest', 'mistral-large-latest'];
const errors = ['RateLimitError', 'Timeout', 'ContextLengthExceeded'];

/** Hashes a number and a salt to 32 evenly distributed bits, with the finalizer of murmur3. */
function mix(number, salt) {
  let h = (number ^ Math.imul(salt, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex8(number) {
  return number.toString(16).padStart(8, '0');
}

const text = Array.from({ length: 1 << 20 }, (_, at) => {
  const picked = mix(at, 10);
  return picked % 40 === 0 ? picked % 1_000_003 : sampleWords[picked % sampleWords.length];
}).join(' ');

/** Returns a piece of a long string. The string is so long that two pieces rarely overlap. */
function words(seed, chars) {
  const at = mix(seed, 11) % (text.length - chars);
  return text.slice(at, at + chars);
}

function projectOf(index) {
  let rest = mix(index, 5) % 100;
  return projects.findIndex(({ share }) => {
    rest -= share;
    return rest < 0;
  });
}

/** Returns the ids, user, session, service, template and start of a trace. */
export function traceAt(index, total) {
  const project = projectOf(index);
  const { share, project_id } = projects[project];
  const user = mix(index, 6) % ((USERS * share) / 100);
  const template = mix(index, 7) % TEMPLATES;
  return {
    index,
    project_id,
    template,
    trace_id: [1, 2, 3, 4].map((salt) => hex8(mix(index, salt))).join(''),
    user_id: `user-${project}-${user}`,
    session_id: `session-${project}-${user}-${mix(index, 8) % SESSIONS_PER_USER}`,
    service: services[template % services.length],
    start: FIRST_START + ((lastStart - FIRST_START) * BigInt(index)) / BigInt(total),
  };
}

export function receivedAt({ start, index }) {
  return start + RECEIVED_AFTER_NS + BigInt(index);
}

/**
 * Returns true if the traces of a template contain a failure. In every service, one template in a hundred has failures.
 */
function fails(template) {
  return Math.floor(template / services.length) % 100 === 37;
}

function iso(ms) {
  return new Date(Number(FIRST_START / 1_000_000n) + ms).toISOString();
}

function llmAttributes(seed, type) {
  const prompt = 200 + (mix(seed, 11) % 3000);
  const completion = 20 + (mix(seed, 12) % 800);
  const model = models[mix(seed, 13) % models.length];
  return {
    'ag.type.span': type,
    'ag.data.inputs.prompt': words(seed, PROMPT_CHARS),
    'ag.data.outputs.completion': words(seed, 60),
    'ag.data.parameters.temperature': (seed % 10) / 10,
    'ag.meta.request.model': model,
    'ag.meta.response.finish_reasons': ['stop'],
    'ag.metrics.tokens.incremental.prompt': prompt,
    'ag.metrics.tokens.incremental.completion': completion,
    'ag.metrics.tokens.incremental.total': prompt + completion,
  };
}

function toolAttributes(seed, type) {
  return {
    'ag.type.span': type,
    'ag.data.inputs.query': words(seed, 60),
    'ag.data.outputs.documents': Array.from({ length: 4 }, (_, at) => `doc-${mix(seed, at)}`),
    'ag.data.internals.index': `kb-${seed % 30}`,
    'ag.data.outputs.snippet': words(seed + 1, 120),
    'http.response.status_code': 200,
  };
}

function rootAttributes(seed) {
  return {
    'ag.type.span': 'workflow',
    'ag.data.inputs.question': words(seed, 80),
    'ag.data.outputs.answer': words(seed + 1, 120),
    'ag.references.application.slug': `assistant-${seed % 20}`,
    'ag.references.application_revision.version': String(seed % 9),
    'ag.flags.is_custom': true,
    'http.request.method': 'POST',
    'url.path': '/v1/answers',
  };
}

/**
 * Spans of a trace as tuples of name, type, parent, start offset in milliseconds, and maximum duration in milliseconds.
 */
const shape = [
  ['answer_question', 'workflow', undefined, 0, 0],
  ['plan', 'chat', 0, 5, 900],
  ['retrieve', 'tool', 0, 950, 700],
  ['embed_query', 'embedding', 2, 955, 120],
  ['search_documents', 'tool', 2, 1080, 400],
  ['rerank', 'rerank', 2, 1500, 140],
  ['draft', 'chat', 0, 1700, 4000],
  ['check_facts', 'chat', 0, 5800, 2000],
  ['call_tool', 'tool', 0, 7850, 500],
  ['final_answer', 'chat', 0, 8400, 6000],
];

function attributesOf(seed, type, index) {
  if (index === 0) {
    return rootAttributes(seed);
  }
  return type === 'tool' ? toolAttributes(seed, type) : llmAttributes(seed, type);
}

function idOf(index) {
  return hex8(index + 1).padStart(16, '0');
}

function templateSpan(template, index, failing) {
  const [name, type, parent, offset, longest] = shape[index];
  const seed = template * 16 + index;
  const duration = index === 0 ? 8500 + (mix(seed, 9) % 6000) : 1 + (mix(seed, 9) % longest);
  const error = errors[template % errors.length];
  const hasFailed = failing && (index === 0 || index === 9);
  return {
    trace_id: hex8(template + 1).padStart(32, '0'),
    span_id: idOf(index),
    ...(parent !== undefined && { parent_id: idOf(parent) }),
    span_name: name,
    span_kind: index === 0 ? 'SPAN_KIND_SERVER' : 'SPAN_KIND_CLIENT',
    start_time: iso(offset),
    end_time: iso(offset + duration),
    attributes: {
      ...attributesOf(seed, type, index),
      'ag.session.id': 's',
      'ag.user.id': 'u',
    },
    resource: {
      attributes: { 'service.name': services[template % services.length] },
    },
    scope: { name: 'agent-sdk', version: '1.14.2' },
    ...(hasFailed && { status_code: 'STATUS_CODE_ERROR', status_message: error }),
    ...(hasFailed &&
      index === 9 && {
        events: [
          {
            name: 'exception',
            timestamp: iso(offset + duration),
            attributes: { 'exception.type': error, 'exception.message': words(seed, 60) },
          },
        ],
      }),
  };
}

function takeIn(spans) {
  const parsed = parseJsonBody(Buffer.from(JSON.stringify({ spans })));
  if (parsed.status !== 'parsed') {
    throw new Error('a template is not JSON');
  }
  const outcome = readIngestRequest(parsed.value, { receivedAt: FIRST_START, createSpanName });
  if (outcome.status !== 'accepted' || outcome.spans.length !== spans.length) {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome.spans;
}

/** Creates the parts that all traces of a template share. Uses the real intake. */
export function buildTemplates() {
  const sent = { bytes: 0, spans: 0 };
  const templates = Array.from({ length: TEMPLATES }, (_, template) => {
    const spans = shape.map((_shape, index) => templateSpan(template, index, fails(template)));
    sent.bytes += JSON.stringify(spans).length;
    sent.spans += spans.length;
    return takeIn(spans);
  });
  return { templates, bytesPerSpan: Math.round(sent.bytes / sent.spans) };
}

/** Returns copies of the template's spans with the ids, times, user and prompts of the trace. */
export function stampTrace(trace, template) {
  const ids = template.map(
    (_, at) => hex8(mix(trace.index, 20 + at)) + hex8(mix(trace.index, 40 + at)),
  );
  return template.map((span, at) => ({
    ...span,
    trace_id: trace.trace_id,
    span_id: ids[at],
    parent_id: span.parent_id === undefined ? undefined : ids[shape[at][2]],
    start_time: span.start_time - FIRST_START + trace.start,
    end_time: span.end_time - FIRST_START + trace.start,
    session_id: span.session_id === undefined ? undefined : trace.session_id,
    user_id: span.user_id === undefined ? undefined : trace.user_id,
    attributes: stampAttributes(span.attributes, trace, at),
    events: span.events?.map((event) => ({
      ...event,
      timestamp: event.timestamp - FIRST_START + trace.start,
    })),
  }));
}

function stampAttributes({ ag, ...own }, { index, session_id: session, user_id: user }, at) {
  const { data } = ag;
  const isPrompted = data.inputs?.prompt !== undefined;
  const inputs = isPrompted ? { prompt: words(index * 16 + at, PROMPT_CHARS) } : data.inputs;
  return {
    ...own,
    ag: { ...ag, data: { ...data, inputs }, session: { id: session }, user: { id: user } },
  };
}
