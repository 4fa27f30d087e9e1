import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { createSpanDraft } from '../span-draft.js';
import { attributesMember } from './any-value-from-json.js';
import {
  countMember,
  listMember,
  objectListMember,
  objectMember,
  textMember,
} from './json-members.js';
import type { OtlpDraft } from './otlp-draft.js';
import type { OtlpFaults } from './otlp-faults.js';
import { finishResource, finishScope } from './otlp-origin.js';
import type { OtlpReadResult } from './otlp-read-result.js';
import { OtlpSpans } from './otlp-spans.js';
import { readJsonSpan } from './span-from-json.js';
import { TooManyFaultySpans } from './too-many-faulty-spans.js';
import { TooManySpans } from './too-many-spans.js';
import { WrongMember } from './wrong-member.js';

/**
 * Spans of an OTLP JSON request: lowerCamelCase members, hex ids, enums as numbers or names, 64-bit
 * integers as numbers or texts.
 *
 * - `receivedAt` (ns) stands in for both times of a span that has neither.
 * - A wrong type inside a span drops that span; one around spans makes the request `undecodable`.
 */
export function readOtlpJson(body: JsonValue, receivedAt: bigint): OtlpReadResult {
  if (!isJsonObject(body)) {
    return { status: 'undecodable', reason: 'The body is not an object.' };
  }
  const spans = new OtlpSpans(receivedAt);
  try {
    for (const { span, resource, scope } of spansOf(body)) {
      const draft: OtlpDraft = createSpanDraft();
      draft.resource = resource;
      draft.scope = scope;
      readInto(draft, span, spans.faults);
      spans.add(draft);
    }
  } catch (error) {
    if (error instanceof WrongMember || error instanceof TooManyFaultySpans) {
      return { status: 'undecodable', reason: error.message };
    }
    if (error instanceof TooManySpans) {
      return { status: 'too_many_spans', reason: error.message };
    }
    throw error;
  }
  return spans.result();
}

interface PlacedSpan {
  readonly span: JsonValue;
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

function* spansOf(body: JsonObject): Generator<PlacedSpan> {
  for (const resourceSpans of objectListMember(body, 'resourceSpans')) {
    const resource = readResource(resourceSpans);
    for (const scopeSpans of objectListMember(resourceSpans, 'scopeSpans')) {
      const scope = readScope(scopeSpans);
      for (const span of listMember(scopeSpans, 'spans')) {
        yield { span, resource, scope };
      }
    }
  }
}

function readInto(draft: OtlpDraft, span: JsonValue, faults: OtlpFaults): void {
  try {
    if (!isJsonObject(span)) {
      throw new WrongMember('The span', 'an object');
    }
    readJsonSpan(span, draft, faults);
  } catch (error) {
    if (!(error instanceof WrongMember)) {
      throw error;
    }
    faults.note('invalid_span', error.message);
  }
}

function readResource(resourceSpans: JsonObject): SpanResource | undefined {
  const resource = objectMember(resourceSpans, 'resource');
  return finishResource({
    attributes: attributesMember(resource, 'attributes'),
    dropped_attributes_count: countMember(resource, 'droppedAttributesCount'),
    schema_url: textMember(resourceSpans, 'schemaUrl'),
  });
}

function readScope(scopeSpans: JsonObject): InstrumentationScope | undefined {
  const scope = objectMember(scopeSpans, 'scope');
  return finishScope({
    name: textMember(scope, 'name'),
    version: textMember(scope, 'version'),
    attributes: attributesMember(scope, 'attributes'),
    dropped_attributes_count: countMember(scope, 'droppedAttributesCount'),
    schema_url: textMember(scopeSpans, 'schemaUrl'),
  });
}
