import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DroppedSpan } from '../dropped-span.js';
import type { SpanDraft } from '../span-draft.js';
import { attributesMember } from './any-value-from-json.js';
import {
  countMember,
  listMember,
  objectListMember,
  objectMember,
  textMember,
} from './json-members.js';
import { createOtlpDraft, finishOtlpDraft, type OtlpDraft } from './otlp-draft.js';
import { OtlpFaults } from './otlp-faults.js';
import { finishResource, finishScope } from './otlp-origin.js';
import type { OtlpReadResult } from './otlp-read-result.js';
import { readJsonSpan } from './span-from-json.js';
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
  const drafts: SpanDraft[] = [];
  const dropped: DroppedSpan[] = [];
  const faults = new OtlpFaults();
  try {
    for (const { span, resource, scope } of spansOf(body)) {
      const draft = createOtlpDraft();
      draft.resource = resource;
      draft.scope = scope;
      readInto(draft, span, faults);
      finishOtlpDraft(draft, faults, receivedAt);
      const entry = faults.take(draft, drafts.length + dropped.length);
      if (entry === undefined) {
        drafts.push(draft);
      } else {
        dropped.push(entry);
      }
    }
  } catch (error) {
    if (error instanceof WrongMember) {
      return { status: 'undecodable', reason: error.message };
    }
    throw error;
  }
  return { status: 'read', drafts, dropped };
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
