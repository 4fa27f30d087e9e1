import { z } from 'zod';
import { parseSpanId, parseTraceId, parseUuid } from './identifiers.js';
import { isJsonObject, type JsonObject } from './json.js';
import { isSlug } from './slug.js';

/** A free object as it was sent: zod's own object types would make a copy, without `__proto__`. */
const jsonObject: z.ZodType<JsonObject> = z.any().check((context) => {
  if (!isJsonObject(context.value)) {
    context.issues.push({ code: 'invalid_type', expected: 'record', input: context.value });
  }
});

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
    selector: jsonObject.nullish(),
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

const labels = { tags: jsonObject.nullish(), meta: jsonObject.nullish() };

const simpleTrace = z
  .object({ ...enums, ...labels, data: jsonObject, references, links })
  .transform(({ origin, kind, channel, ...members }) => ({
    origin: origin ?? 'custom',
    kind: kind ?? 'adhoc',
    channel: channel ?? 'api',
    ...withoutNulls(members),
  }));

/** The body of `POST /simple/traces/` (API: "Simple traces"); ids come out in their canonical form. */
export const simpleTraceRequest = z.object({ trace: simpleTrace });

export type SimpleTrace = z.output<typeof simpleTrace>;

const simpleTraceEdit = z
  .object({
    ...labels,
    data: jsonObject.nullish(),
    references: references.nullish(),
    links: links.nullish(),
  })
  .transform(withoutNulls);

/** The body of `PATCH /simple/traces/{trace_id}`: what is absent or null stays as it is. */
export const simpleTraceEditRequest = z.object({ trace: simpleTraceEdit });

export type SimpleTraceEdit = z.output<typeof simpleTraceEdit>;

/** Without one of its ids it is a link that no trace has. */
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

/** The body of `POST /simple/traces/query`, but for its window. */
export const simpleTraceQueryRequest = z.object({
  trace: simpleTraceFilter.nullish(),
  links: partialLinks.nullish(),
});

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
