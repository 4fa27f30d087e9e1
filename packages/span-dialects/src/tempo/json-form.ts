import { Buffer } from 'node:buffer';
import { OtlpWriter } from '../spans/otlp-json.js';
import { type Frame, shownResource, type TraceEnd, type TraceForm } from './trace-form.js';

/** Tempo's style: ids as base64, enums as names, and no default values. */
const otlp = new OtlpWriter<string | undefined, undefined>({
  id: (hex) => Buffer.from(hex, 'hex').toString('base64'),
  time: (ns) => BigInt.asUintN(64, ns).toString(),
  enumOf: (name, [unspecified]) => (name === unspecified ? undefined : name),
  filled: (value) => (value?.length === 0 ? undefined : value),
});

/** Writes messages in Tempo's JSON form. */
export const jsonForm: TraceForm = {
  contentType: 'application/json',
  span: (span) => Buffer.from(JSON.stringify(otlp.span(span))),
  scopeFrame: (scope) => frame('scope', otlp.scope(scope), { list: 'spans', of: scope }),
  resourceFrame: (resource) => {
    const head = otlp.resource(resource, shownResource(resource));
    return frame('resource', head, { list: 'scopeSpans', of: resource });
  },
  traceFrame,
};

interface Listed {
  readonly list: string;
  readonly of: { readonly schema_url?: string } | undefined;
}

function frame(name: string, head: object, { list, of }: Listed): Frame {
  const url = of?.schema_url ?? '';
  const tail = url === '' ? '' : `,"schemaUrl":${JSON.stringify(url)}`;
  return pieces(`{"${name}":${JSON.stringify(head)},"${list}":[`, `]${tail}}`);
}

function traceFrame({ version, partial }: TraceEnd, bytes: number): Frame {
  if (version === 1) {
    return pieces('{"batches":[', ']}');
  }
  const status =
    partial === undefined ? '' : `,"status":"PARTIAL","message":${JSON.stringify(partial)}`;
  return bytes === 0
    ? pieces('{"trace":{', `},"metrics":{}${status}}`)
    : pieces('{"trace":{"resourceSpans":[', `]},"metrics":{}${status}}`);
}

function pieces(before: string, after: string): Frame {
  return { before: Buffer.from(before), between: Buffer.from(','), after: Buffer.from(after) };
}
