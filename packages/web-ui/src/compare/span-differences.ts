import { commonOrder, numberTexts } from '@spanhouse/trace-insight/common-order';
import { type JsonMembers, type ShownSpan, valueAt } from '../api/shown-span.js';
import type { ContentPart } from '../conversation/reading/read-content.js';
import {
  type ChatMessage,
  identityOf,
  readMessages,
} from '../conversation/reading/read-messages.js';
import { writeJson } from '../parts/values/write-json.js';
import { flattenAttributes } from '../span/flatten-attributes.js';
import { spanDuration } from '../span/load-span.js';

/** The values for one key in two spans. A value is undefined if the span lacks the key. */
export interface ValuePair {
  readonly key: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
}

type MaybeSpan = ShownSpan | undefined;

/** Matches attributes that the tabs for messages and metrics show. */
const shownElsewhere = /^attributes\.ag\.(data\.(inputs|outputs)|metrics)(\.|$)/;
const idKey = /(^|[._-])(u?u?ids?|guid|time|timestamp|date)$|_(id|ids|at|time)$|[a-z](Id|Ids|At)$/;
const idOrTimeValue =
  /^([0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?)$/i;

/** Returns the attributes and other members of two spans, paired by key. Messages and metrics are omitted. */
export function attributePairs(a: MaybeSpan, b: MaybeSpan): readonly ValuePair[] {
  return pairsOf(membersOf(a), membersOf(b)).filter(({ key }) => !shownElsewhere.test(key));
}

/** Returns true if the key or a value looks like an id or a time. Such values always differ between traces. */
export function isIdOrTime({ key, a, b }: ValuePair): boolean {
  return idKey.test(key) || [a, b].some((text) => text !== undefined && idOrTimeValue.test(text));
}

/** Returns the metrics of two spans, paired by key. They include the duration in ns. */
export function metricPairs(a: MaybeSpan, b: MaybeSpan): readonly ValuePair[] {
  return pairsOf(metricsOf(a), metricsOf(b));
}

function metricsOf(span: MaybeSpan): JsonMembers {
  if (span === undefined) {
    return {};
  }
  const { duration: _, ...metrics } = (valueAt(span.attributes, 'ag', 'metrics') ??
    {}) as JsonMembers;
  return { duration: spanDuration(span), ...metrics } as JsonMembers;
}

function membersOf(span: MaybeSpan): JsonMembers {
  if (span === undefined) {
    return {};
  }
  const { references: _, links: __, events = [], ...members } = span;
  return { ...members, events: events.map(({ name }) => name) } as unknown as JsonMembers;
}

function pairsOf(a: JsonMembers, b: JsonMembers): readonly ValuePair[] {
  const [textsA, textsB] = [textsOf(a), textsOf(b)];
  return [...new Set([...textsA.keys(), ...textsB.keys()])].map((key) => ({
    key,
    a: textsA.get(key),
    b: textsB.get(key),
  }));
}

function textsOf(members: JsonMembers): ReadonlyMap<string, string> {
  return new Map(flattenAttributes(members).map(({ name, text }) => [name, text]));
}

/** The texts of corresponding messages in two spans. A member is undefined if the span lacks the message. */
export interface MessagePair {
  readonly role: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
}

/**
 * Pairs the messages of two spans in order. Equal messages are paired first. The remaining messages between two such
 * pairs are then paired by role.
 */
export function messagePairs(a: MaybeSpan, b: MaybeSpan): readonly MessagePair[] {
  const [inA, inB] = [messagesOf(a), messagesOf(b)];
  const pairs: MessagePair[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [toA, toB] of [...equalMessages(inA, inB), [inA.length, inB.length] as const]) {
    pairs.push(...pairByPosition(inA.slice(fromA, toA), inB.slice(fromB, toB)));
    const [same, other] = [inA[toA], inB[toB]];
    if (same !== undefined && other !== undefined) {
      pairs.push({ role: same.role, a: textOf(same), b: textOf(other) });
    }
    [fromA, fromB] = [toA + 1, toB + 1];
  }
  return pairs;
}

function messagesOf(span: MaybeSpan): readonly ChatMessage[] {
  const data = valueAt(span?.attributes, 'ag', 'data');
  return [
    ...readMessages(valueAt(data, 'inputs'), 'input'),
    ...readMessages(valueAt(data, 'outputs'), 'output'),
  ];
}

function equalMessages(a: readonly ChatMessage[], b: readonly ChatMessage[]) {
  return commonOrder(...numberTexts(a.map(identityOf), b.map(identityOf)));
}

/** Pairs messages that have the same role, in order. A message without a counterpart is paired with undefined. */
function pairByPosition(a: readonly ChatMessage[], b: readonly ChatMessage[]): MessagePair[] {
  const pairs: MessagePair[] = [];
  const rest = [...b];
  for (const message of a) {
    const at = rest.findIndex(({ role }) => role === message.role);
    const before = at < 0 ? [] : rest.splice(0, at);
    pairs.push(...before.map((other) => ({ role: other.role, a: undefined, b: textOf(other) })));
    const other = at < 0 ? undefined : rest.shift();
    pairs.push({ role: message.role, a: textOf(message), b: other && textOf(other) });
  }
  return [...pairs, ...rest.map((other) => ({ role: other.role, a: undefined, b: textOf(other) }))];
}

function textOf({ content, thinking, toolCalls }: ChatMessage): string {
  return [
    ...(thinking === undefined ? [] : [`Thinking: ${thinking}`]),
    ...content.map(textOfPart),
    ...toolCalls.map(({ name, input }) => `calls ${name} ${input}`),
  ].join('\n');
}

function textOfPart(part: ContentPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'media':
      return part.data;
    case 'address':
      return part.address;
    case 'json':
      return writeJson(part.value, 2);
  }
}
