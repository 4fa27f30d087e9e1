import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Number of spans per request. */
const PORTION = 2000;
const SENDERS = 3;
const NS_PER_MS = 1_000_000n;
/** Age of the sent traces in ms. The page does not check traces of this age for new spans. */
const AGE_MS = 3_600_000;

const names = ['plan', 'search', 'rank', 'draft', 'check', 'store', 'notify'];
const types = ['agent', 'tool', 'query', 'chat', 'task', 'task', 'tool'];
const services = ['shop', 'search', 'bot', 'prices', 'mailer'];

/**
 * Sends a trace with one root over OTLP/JSON. The trace has `spans` spans. They form groups of 20 steps, and each step
 * has 24 calls. Each span has a string of `bytes` characters. Resolves when all spans can be read.
 */
export async function sendTrace(url, { traceId, spans, bytes = 0 }) {
  const base = BigInt(Date.now() - AGE_MS) * NS_PER_MS;
  const portions = Array.from({ length: Math.ceil(spans / PORTION) }, (_, at) => at * PORTION);
  const receipts = [];
  const send = async () => {
    for (let first = portions.shift(); first !== undefined; first = portions.shift()) {
      const body = bodyOf({ traceId, spans, bytes, base }, first);
      receipts.push(await post(url, body));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  for (const receipt of receipts) {
    await waitUntilStored(url, receipt);
  }
}

function bodyOf(trace, first) {
  const last = Math.min(trace.spans, first + PORTION);
  const byService = new Map(services.map((service) => [service, []]));
  for (let number = first; number < last; number++) {
    byService.get(services[number % services.length]).push(spanOf(trace, number));
  }
  const resourceSpans = [...byService].map(([service, spans]) => ({
    resource: { attributes: [text('service.name', service)] },
    scopeSpans: [{ scope: { name: 'bench' }, spans }],
  }));
  return JSON.stringify({ resourceSpans });
}

const STEPS = 20;
const CALLS = 24;
const TURN = 1 + STEPS * (1 + CALLS);

/** Returns the parent of a span, and the span's start and end as fractions of the trace duration. */
function timingOf(number, spans) {
  if (number === 0) {
    return { parent: undefined, from: 0, to: 1 };
  }
  const turns = Math.ceil((spans - 1) / TURN);
  const turn = Math.floor((number - 1) / TURN);
  const inTurn = (number - 1) % TURN;
  const firstOfTurn = 1 + turn * TURN;
  const turnPart = { from: turn / turns, size: 0.95 / turns };
  if (inTurn === 0) {
    return { parent: 0, from: turnPart.from, to: turnPart.from + turnPart.size };
  }
  const step = Math.floor((inTurn - 1) / (1 + CALLS));
  const inStep = (inTurn - 1) % (1 + CALLS);
  const stepPart = {
    from: turnPart.from + (turnPart.size * step) / STEPS,
    size: (0.9 * turnPart.size) / STEPS,
  };
  if (inStep === 0) {
    return { parent: firstOfTurn, from: stepPart.from, to: stepPart.from + stepPart.size };
  }
  const from = stepPart.from + (stepPart.size * (inStep - 1)) / CALLS;
  return {
    parent: firstOfTurn + 1 + step * (1 + CALLS),
    from,
    to: from + ((0.2 + (number % 7) / 5) * stepPart.size) / CALLS,
  };
}

function spanOf({ traceId, spans, bytes, base }, number) {
  const { parent, from, to } = timingOf(number, spans);
  const at = (part) => String(base + BigInt(Math.round(part * spans * 100_000)));
  const kind = number % names.length;
  return {
    traceId,
    spanId: idOf(traceId, number),
    ...(parent !== undefined && { parentSpanId: idOf(traceId, parent) }),
    name: number === 0 ? 'large run' : `${names[kind]}${number % 50 === 0 ? ' again' : ''}`,
    kind: 1,
    startTimeUnixNano: at(from),
    endTimeUnixNano: at(to),
    attributes: [
      text('ag.type.span', types[kind]),
      text('step.note', `step ${number}`),
      ...(bytes > 0 ? [text('step.text', textOf(number, bytes))] : []),
    ],
    ...(number % 997 === 0 && number > 0 && { status: { code: 2, message: 'refused' } }),
  };
}

function idOf(traceId, number) {
  return (BigInt(`0x${traceId.slice(0, 8)}00000000`) + BigInt(number + 1))
    .toString(16)
    .padStart(16, '0');
}

const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima'.split(' ');

function textOf(number, bytes) {
  const parts = [];
  for (let length = 0, at = number; length < bytes; at = (at * 7 + 3) % 1_000_003) {
    const word = words[at % words.length];
    parts.push(word);
    length += word.length + 1;
  }
  return parts.join(' ').slice(0, bytes);
}

function text(key, stringValue) {
  return { key, value: { stringValue } };
}

async function post(url, body) {
  for (;;) {
    const answer = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (answer.status === 200) {
      await answer.arrayBuffer();
      return answer.headers.get('x-ingest-receipt');
    }
    if (answer.status !== 429 && answer.status !== 503) {
      throw new Error(`the spans are not accepted: ${answer.status} ${await answer.text()}`);
    }
    await delay(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

async function waitUntilStored(url, receipt) {
  for (;;) {
    const answer = await fetch(`${url}/receipts/${receipt}`);
    const { status } = await answer.json();
    if (status !== 'queued') {
      return;
    }
    await delay(200);
  }
}

/** Returns a trace id that is the same in every run. */
export function traceIdOf(name) {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
