import { z } from 'zod';
import { anyJsonObject } from '../json/any-json-object.js';
import { parseSpanId, parseTraceId, parseUuid } from './identifiers.js';
import { isSlug } from './slug.js';

const reference = z
  .object({
    id: z.string().transform(readAs(parseUuid, 'UUID')).nullish(),
    slug: z.string().refine(isSlug, 'Input is not a valid slug.').nullish(),
    version: z.string().nullish(),
  })
  .transform(withoutNulls);

const optionalReference = reference.nullish();

const references = z
  .object({
    testcase: optionalReference,
    testset: optionalReference,
    testset_variant: optionalReference,
    testset_revision: optionalReference,
    query: optionalReference,
    query_variant: optionalReference,
    query_revision: optionalReference,
    application: optionalReference,
    application_variant: optionalReference,
    application_revision: optionalReference,
    evaluator: optionalReference,
    evaluator_variant: optionalReference,
    evaluator_revision: optionalReference,
    environment: optionalReference,
    environment_variant: optionalReference,
    environment_revision: optionalReference,
    selector: anyJsonObject.nullish(),
  })
  .transform(withoutNulls);

const link = z.object({
  trace_id: z.string().transform(readAs(parseTraceId, 'trace id')),
  span_id: z.string().transform(readAs(parseSpanId, 'span id')),
});

const links = z.union([z.array(link), z.record(z.string(), link)]);

const enums = {
  origin: z.enum(['custom', 'human', 'auto']).nullish(),
  kind: z.enum(['adhoc', 'eval', 'play']).nullish(),
  channel: z.enum(['otlp', 'web', 'sdk', 'api']).nullish(),
};

const labels = { tags: anyJsonObject.nullish(), meta: anyJsonObject.nullish() };

const simpleTrace = z
  .object({ ...enums, ...labels, data: anyJsonObject, references, links })
  .transform(({ origin, kind, channel, ...members }) => ({
    origin: origin ?? 'custom',
    kind: kind ?? 'adhoc',
    channel: channel ?? 'api',
    ...withoutNulls(members),
  }));

/** The body of `POST /simple/traces/` (see docs/api/annotations.md). Parsing converts ids to their canonical form. */
export const simpleTraceRequest = z.object({ trace: simpleTrace });

/** A simple trace after default values have been filled in. */
export type SimpleTrace = z.output<typeof simpleTrace>;

const simpleTraceEdit = z
  .object({
    ...labels,
    data: anyJsonObject.nullish(),
    references: references.nullish(),
    links: links.nullish(),
  })
  .transform(withoutNulls);

/** The body of `PATCH /simple/traces/{trace_id}`. Absent and null members leave the trace unchanged. */
export const simpleTraceEditRequest = z.object({ trace: simpleTraceEdit });

/** The members that an edit replaces. */
export type SimpleTraceEdit = z.output<typeof simpleTraceEdit>;

/** A link with one or both ids. A link without one of its ids matches no trace. */
const partialLink = z.object({
  trace_id: link.shape.trace_id.nullish(),
  span_id: link.shape.span_id.nullish(),
});

const partialLinks = z.array(partialLink);

const simpleTraceFilter = z
  .object({
    ...enums,
    ...labels,
    references: references.nullish(),
    links: z.union([partialLinks, z.record(z.string(), partialLink)]).nullish(),
  })
  .transform(withoutNulls);

/** The body of `POST /simple/traces/query`, without its window. */
export const simpleTraceQueryRequest = z.object({
  trace: simpleTraceFilter.nullish(),
  links: partialLinks.nullish(),
});

/** The conditions of a query for simple traces. An absent condition matches every trace. */
export type SimpleTraceQuery = z.output<typeof simpleTraceQueryRequest>;

function readAs(parse: (text: string) => string | undefined, noun: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const id = parse(text);
    if (id !== undefined) {
      return id;
    }
    context.addIssue({ code: 'custom', message: `Input is not a valid ${noun}.`, input: text });
    return z.NEVER;
  };
}

type WithoutNulls<T> = { [Key in keyof T]: Exclude<T[Key], null> };

function withoutNulls<T extends object>(object: T): WithoutNulls<T> {
  const given = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as WithoutNulls<T>;
}
