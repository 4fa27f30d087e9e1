import { type JsonObject, withoutUndefined } from '@spanhouse/span-schema';
import { z } from 'zod';
import {
  invalidSpanLookUp,
  parseSpanIdOr400,
  parseTraceIdOr400,
} from '../../requests/parse-ids.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { writeSpanJson } from '../../span-json/write-span-json.js';
import { sizeArgument, type Tool } from './tool.js';

const MAX_SPANS = 20;

/** Shows whole spans. */
export const readSpans: Tool = {
  name: 'read_spans',
  title: 'Read spans',
  description:
    'Shows spans with all that is stored of them: attributes (inputs and outputs in ag.data), events such as ' +
    'exceptions, links, status_message, resource. Long texts are cut evenly; ask for one span and a larger ' +
    'max_characters to read one in full. Example: {"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_ids":["00f067aa0ba902b7"]}.',
  schema: z.strictObject({
    trace_id: z.string().describe('32 hexadecimal digits.'),
    span_ids: z.array(z.string().describe('16 hexadecimal digits.')).min(1).max(MAX_SPANS),
    ...sizeArgument,
  }),
  async run(args, { context }) {
    const { principal, reader, signal } = context;
    const trace_id = parseTraceIdOr400(String(args['trace_id']), invalidSpanLookUp);
    const sent = args['span_ids'] as readonly string[];
    const span_ids = [
      ...new Set(
        sent.map((text, index) => parseSpanIdOr400(text, invalidSpanLookUp, ['span_ids', index])),
      ),
    ];
    const ids = { project_id: principal.project_id, trace_ids: [trace_id], span_ids };
    const spans = await reader.findSpans(ids, signal);
    const found = new Set(spans.map(({ span_id }) => span_id));
    const unknown = span_ids.filter((span_id) => !found.has(span_id));
    return {
      data: withoutUndefined({
        spans: spans.map((span) => parseStoredJson<JsonObject>(writeSpanJson(span))),
        not_found: unknown.length > 0 ? unknown : undefined,
      }),
      more: 'Ask for fewer span_ids, or use a larger max_characters.',
    };
  },
};
