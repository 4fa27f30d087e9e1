import { isDeepStrictEqual } from 'node:util';
import { type CanonicalSpan, isJsonObject, type JsonObject } from '@spanhouse/span-schema';
import { promptOf, toBill } from './bill.js';
import { type Fact, factsOf, parsed } from './facts.js';
import { agOf, type BilledCall, type Scenario } from './recorded-cells.js';

/** The checks that run for each cell of the matrix. Each check returns its findings. */
export const checks = {
  'its bill': findWrongTotals,
  'its messages': findWrongMessages,
  'its types': findWrongTypes,
  'the order of tools': findDisorder,
  'its session and user': findWrongPeople,
  'a place for every value': findUnplaced,
} satisfies Record<string, (scenario: Scenario, spans: readonly CanonicalSpan[]) => string[]>;

function findWrongTotals({ calls }: Scenario, spans: readonly CanonicalSpan[]): string[] {
  const roots = spans.filter(({ parent_id: parent }) => !parent);
  const tokens = addUp(roots.map(({ metrics }) => metrics.tokens.cumulative));
  const costs = addUp(roots.map(({ metrics }) => metrics.costs.cumulative));
  const bill = toBill(calls);
  const expected = {
    prompt: bill.prompt,
    completion: bill.completion,
    total: bill.prompt + bill.completion,
    costs: bill.costs,
  };
  const actual = { ...tokens, costs: Number(costs.total.toFixed(12)) };
  return difference('The trace', actual, expected);
}

function addUp(counts: readonly (JsonObject | undefined)[]) {
  const of = (key: string) => counts.reduce((sum, count) => sum + Number(count?.[key] ?? 0), 0);
  return { prompt: of('prompt'), completion: of('completion'), total: of('total') };
}

/** Compares the messages of each call's span with the messages that were sent to the provider. */
function findWrongMessages({ calls }: Scenario, spans: readonly CanonicalSpan[]): string[] {
  return calls.flatMap((call, at) => {
    const own = spansOfCall(call, spans);
    const shown = own.filter((span) => Object.keys(agOf(span, 'data') ?? {}).length > 0);
    return shown.length === 0
      ? [`Call ${at}: ${own.length} spans have its tokens, none its data`]
      : shown.flatMap((span) => wrongDataOf(`Call ${at} in ${span.span_name}`, call, span));
  });
}

function wrongDataOf(what: string, call: BilledCall, span: CanonicalSpan): string[] {
  if (call.answer === undefined) {
    const text = JSON.stringify(agOf(span, 'data.inputs') ?? null);
    const missing = call.messages.filter(
      (fact) => !('text' in fact && text.includes(JSON.stringify(fact.text).slice(1, -1))),
    );
    return missing.map((fact) => `${what}: no input ${JSON.stringify(fact)}`);
  }
  return [
    ...difference(`${what}, in`, inputFacts(span), call.messages),
    ...difference(`${what}, out`, factsOf(agOf(span, 'data.outputs.completion')), call.answer),
  ];
}

/**
 * Returns the facts in a span's input. Includes the system instructions, which some conventions store separately from
 * the messages.
 */
function inputFacts(span: CanonicalSpan): Fact[] {
  const instructions = parsed(agOf(span, 'meta.system_instructions'));
  const parts = Array.isArray(instructions) ? instructions.filter(isJsonObject) : [];
  return [
    ...parts.map(({ content }) => ({ role: 'system', text: String(content) })),
    ...factsOf(agOf(span, 'data.inputs.prompt')),
  ];
}

/**
 * Returns the spans that report the usage of a call as their own. If no span reports usage, the span is found by its
 * answer, because every call has a different answer.
 */
function spansOfCall(call: BilledCall, spans: readonly CanonicalSpan[]): CanonicalSpan[] {
  const { tokens, answer = [] } = call;
  const prompts = [promptOf(tokens), tokens.input];
  const own = spans.filter(({ metrics }) => {
    const { prompt, completion = 0 } = metrics.tokens.incremental ?? {};
    return prompts.includes(Number(prompt)) && Number(completion) === tokens.output;
  });
  return own.length > 0 || answer.length === 0
    ? own
    : spans.filter((span) =>
        isDeepStrictEqual(factsOf(agOf(span, 'data.outputs.completion')), answer),
      );
}

const modelTypes = ['chat', 'completion', 'llm'];

function findWrongTypes({ calls }: Scenario, spans: readonly CanonicalSpan[]): string[] {
  return calls.flatMap((call) => {
    const expected = call.answer === undefined ? ['embedding'] : modelTypes;
    return spansOfCall(call, spans)
      .filter(({ span_type: type }) => !expected.includes(type))
      .map(({ span_name: name, span_type: type }) => `${name} is ${type}`);
  });
}

/**
 * Reports tool results that do not follow the call of their tool. A tool's own span may contain the result without the
 * call.
 */
function findDisorder(_scenario: Scenario, spans: readonly CanonicalSpan[]): string[] {
  return spans.flatMap((span) => {
    const facts = [
      ...factsOf(agOf(span, 'data.inputs.prompt')),
      ...factsOf(agOf(span, 'data.outputs.completion')),
    ];
    if (!facts.some((fact) => 'call' in fact)) {
      return [];
    }
    let open = 0;
    const disorder = facts.filter((fact) => {
      open += 'call' in fact ? 1 : 'result' in fact ? -1 : 0;
      return open < 0;
    });
    return disorder.map((fact) => `${span.span_name}: ${JSON.stringify(fact)} before its call`);
  });
}

function findWrongPeople({ session, user }: Scenario, spans: readonly CanonicalSpan[]): string[] {
  return [
    ...difference('Sessions', valuesAt(spans, 'session.id'), session === null ? [] : [session]),
    ...difference('Users', valuesAt(spans, 'user.id'), user === null ? [] : [user]),
  ];
}

function valuesAt(spans: readonly CanonicalSpan[], path: string): unknown[] {
  const values = spans.map((span) => agOf(span, path));
  return [...new Set(values.filter((value) => value !== undefined))];
}

function findUnplaced(_scenario: Scenario, spans: readonly CanonicalSpan[]): string[] {
  return spans.flatMap((span) => {
    const unsupported = agOf(span, 'unsupported');
    return unsupported === undefined
      ? []
      : [`${span.span_name}: ${JSON.stringify(unsupported).slice(0, 500)}`];
  });
}

function difference(what: string, actual: object | Fact[], expected: object): string[] {
  return isDeepStrictEqual(actual, expected)
    ? []
    : [`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}
