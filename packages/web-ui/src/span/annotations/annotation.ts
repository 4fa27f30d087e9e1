import { type Json, type JsonMembers, membersOf } from '../../api/shown-span.js';

/** A judgement about a span. It is stored as a trace of its own. */
export interface Annotation {
  readonly traceId: string;
  /** Name of the annotation's span: the name of the evaluator, or `annotation`. */
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string | undefined;
  readonly isHuman: boolean;
  /** The stored `data`. An edit replaces it as a whole. */
  readonly data: JsonMembers;
  /** The annotated spans. */
  readonly about: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** The user's input in the annotation form. */
export interface Judgement {
  readonly score: Json | undefined;
  readonly comment: string | undefined;
}

/** Returns the user's score and comment, and the other outputs; undefined if the outputs have another form. */
export function readJudgement({
  data,
}: Annotation): (Judgement & { readonly others: JsonMembers }) | undefined {
  const outputs = data['outputs'] === undefined ? {} : membersOf(data['outputs']);
  if (outputs === undefined) {
    return undefined;
  }
  const { score, comment, ...others } = outputs;
  return typeof comment === 'string' || comment === undefined
    ? { score, comment, others }
    : { score, comment: undefined, others: { ...others, comment } };
}

/** Returns the request body that creates an annotation of a span. */
export function newAnnotationBody(
  about: { readonly traceId: string; readonly spanId: string },
  judgement: Judgement,
) {
  return {
    trace: {
      origin: 'human',
      kind: 'adhoc',
      channel: 'web',
      data: { outputs: outputsOf({}, judgement) },
      references: {},
      links: { invocation: { trace_id: about.traceId, span_id: about.spanId } },
    },
  };
}

/** Returns the request body that replaces the judgement and keeps all other data. */
export function changedAnnotationBody({ data }: Annotation, judgement: Judgement) {
  const outputs = outputsOf(membersOf(data['outputs']) ?? {}, judgement);
  return { trace: { data: { ...data, outputs } } };
}

function outputsOf(stored: JsonMembers, { score, comment }: Judgement): JsonMembers {
  const { score: _, comment: __, ...others } = stored;
  return {
    ...others,
    ...(score !== undefined && { score }),
    ...(comment !== undefined && { comment }),
  };
}
