import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { createSpanDraft } from '../../submission/span-draft.js';
import type { OtlpDraft } from '../otlp-draft.js';
import type { OtlpFaults } from '../otlp-faults.js';
import { finishResource, finishScope } from '../otlp-origin.js';
import { type OtlpReadResult, OtlpSpans, toRefusal } from '../otlp-spans.js';
import { attributesMember } from './any-value-from-json.js';
import {
  countMember,
  listMember,
  objectListMember,
  objectMember,
  textMember,
  WrongMember,
} from './json-members.js';
import { readJsonSpan } from './span-from-json.js';

/**
 * Reads the spans of an OTLP JSON request: lowerCamelCase members, hex ids, enums as numbers or
 * names, 64-bit integers as numbers or texts.
 *
 * - A span without times gets `receivedAt` (ns) for both.
 * - A wrong type inside a span drops that span. A wrong type outside of the spans makes the request
 *   `undecodable`.
 */
export function readOtlpJson(
  body: JsonValue,
  receivedAt: bigint,
  bodyBytes = Number.POSITIVE_INFINITY,
): OtlpReadResult {
  if (!isJsonObject(body)) {
    return { status: 'undecodable', reason: 'The body is not an object.' };
  }
  const spans = new OtlpSpans(receivedAt, bodyBytes);
  try {
    for (const { span, resource, scope } of spansOf(body)) {
      const draft: OtlpDraft = createSpanDraft();
      draft.resource = resource;
      draft.scope = scope;
      readInto(draft, span, spans.faults);
      spans.add(draft);
    }
  } catch (error) {
    if (error instanceof WrongMember) {
      return { status: 'undecodable', reason: error.message };
    }
    return toRefusal(error);
  }
  return spans.result();
}

interface LocatedSpan {
  readonly span: JsonValue;
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

function* spansOf(body: JsonObject): Generator<LocatedSpan> {
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
