import { type Field, parseQuery, TraceQlError } from '@spanhouse/traceql';

/** Scopes of tags, in the order in which answers list them. */
export const tagScopes = [
  'intrinsic',
  'resource',
  'span',
  'event',
  'link',
  'instrumentation',
] as const;
export type TagScope = (typeof tagScopes)[number];

/** Intrinsic fields that editors suggest. Tempo suggests the same fields. */
export const intrinsicTags: readonly string[] = [
  'duration',
  'event:name',
  'event:timeSinceStart',
  'instrumentation:name',
  'instrumentation:version',
  'kind',
  'link:spanID',
  'link:traceID',
  'name',
  'rootName',
  'rootServiceName',
  'span:childCount',
  'span:duration',
  'span:id',
  'span:kind',
  'span:name',
  'span:parentID',
  'span:status',
  'span:statusMessage',
  'status',
  'statusMessage',
  'trace:duration',
  'trace:id',
  'trace:rootName',
  'trace:rootService',
  'traceDuration',
];

const scoped = /^(span|resource|event|link|instrumentation)\.(.+)$/s;

/** Returns the field that a tag refers to. A tag that is not a field is treated as an attribute name in any scope. */
export function fieldOfTag(tag: string): Field {
  return parseField(tag) ?? attributeOf(tag);
}

function parseField(tag: string): Field | undefined {
  try {
    const query = parseQuery(`{ } | select(${tag})`);
    const [, stage, ...more] = query.kind === 'traces' ? query.pipeline : [];
    const isOne = stage?.kind === 'select' && stage.fields.length === 1 && more.length === 0;
    return isOne ? stage.fields[0] : undefined;
  } catch (error) {
    if (error instanceof TraceQlError) {
      return undefined;
    }
    throw error;
  }
}

function attributeOf(tag: string): Field {
  const [, scope, name = ''] = scoped.exec(tag) ?? [];
  return scope === undefined
    ? { kind: 'attribute', scope: undefined, name: tag.replace(/^\.(?=.)/s, '') }
    : { kind: 'attribute', scope: scope as 'span', name };
}
