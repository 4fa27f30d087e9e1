import { Buffer } from 'node:buffer';
import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { flattenAttributes } from '../spans/flat-attributes.js';
import { encodeAttributes, encodeSpan, optionalCount, optionalText } from './encode-span.js';
import { MessageWriter } from './message-writer.js';
import { type Frame, shownResource, type TraceEnd, type TraceForm } from './trace-form.js';

const nothing = Buffer.alloc(0);
const PARTIAL = 1;

/**
 * Creates a writer of OTLP messages in Tempo's Protobuf form. Messages that clients read are written even if they are
 * empty.
 */
export function createProtobufForm(): TraceForm {
  const writer = new MessageWriter();
  return {
    contentType: 'application/protobuf',
    span(span) {
      encodeSpan(writer, span);
      return writer.take();
    },
    scopeFrame: (scope, bytes) => scopeFrame(writer, scope, bytes),
    resourceFrame: (resource, bytes) => resourceFrame(writer, resource, bytes),
    traceFrame: (end, bytes) => traceFrame(writer, end, bytes),
  };
}

function scopeFrame(
  writer: MessageWriter,
  scope: InstrumentationScope | undefined,
  bytes: number,
): Frame {
  const { name = '', version = '', schema_url = '' } = scope ?? {};
  const at = writer.open(1);
  optionalText(writer, 1, name);
  optionalText(writer, 2, version);
  encodeAttributes(writer, 3, flattenAttributes(scope?.attributes));
  optionalCount(writer, 4, scope?.dropped_attributes_count);
  writer.close(at);
  return frame(writer, { before: writer.take(), bytes, schemaUrl: schema_url });
}

function resourceFrame(
  writer: MessageWriter,
  resource: SpanResource | undefined,
  bytes: number,
): Frame {
  const at = writer.open(1);
  encodeAttributes(writer, 1, shownResource(resource));
  optionalCount(writer, 2, resource?.dropped_attributes_count);
  writer.close(at);
  const schemaUrl = resource?.schema_url ?? '';
  // ResourceSpans is field 1 of a trace, and ScopeSpans is field 2 of ResourceSpans.
  return frame(writer, { before: writer.take(), bytes, schemaUrl, field: 1 });
}

interface Framed {
  readonly before: Buffer;
  readonly bytes: number;
  readonly schemaUrl: string;
  readonly field?: number;
}

function frame(writer: MessageWriter, { before, bytes, schemaUrl, field = 2 }: Framed): Frame {
  optionalText(writer, 3, schemaUrl);
  const after = writer.take();
  writer.head(field, before.length + bytes + after.length);
  return { before: Buffer.concat([writer.take(), before]), between: nothing, after };
}

function traceFrame(writer: MessageWriter, { version, partial }: TraceEnd, bytes: number): Frame {
  if (version === 1) {
    return { before: nothing, between: nothing, after: nothing };
  }
  writer.head(1, bytes);
  const before = writer.take();
  writer.head(2, 0);
  if (partial !== undefined) {
    writer.count(3, PARTIAL);
    writer.text(4, partial);
  }
  return { before, between: nothing, after: writer.take() };
}
