import { badRequest } from '@spanhouse/api-kit';
import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { PipelinePlan, PlacedSpan, Value } from '@spanhouse/traceql/evaluate';
import { hintOfAttribute } from '../../traceql/hint-of-attribute.js';
import { hintOfIntrinsic } from '../../traceql/hint-of-intrinsic.js';

type Test = (placed: PlacedSpan) => boolean;

/** Matches a pair `key=value` after optional white space. A quoted value uses JSON escapes. */
const pair = /\s*([^\s="]+)=(?:("(?:[^"\\]|\\.)*")|([^\s"]*))(?=\s|$)/y;

/** A search for spans that have all given tags. */
interface TagSearch {
  readonly plan: PipelinePlan;
  /** Hint that matches all spans with these tags; undefined if any span may have them. */
  readonly hint: SpanHint | undefined;
}

/** Plans a search for spans that have all given tags. Throws a 400 if the string is not a list of pairs. */
export function planTags(text: string): TagSearch {
  const tags = parseTags(text);
  const operands = [...tags].flatMap(([key, value]) => hintOf(key, value.toLowerCase()) ?? []);
  return {
    plan: planOf(tags),
    hint: operands.length > 1 ? { kind: 'and', operands } : operands[0],
  };
}

function planOf(tags: ReadonlyMap<string, string>): PipelinePlan {
  const tests = [...tags].map(([key, value]) => testOf(key, value.toLowerCase()));
  const filter = { kind: 'filter', condition: undefined } as const;
  return {
    stages: [{ kind: 'spans', spans: filter }],
    conditions: new Map([[filter, (placed) => tests.every((test) => test(placed))]]),
    values: new Map(),
    fields: tags.has('root.service.name') ? [{ kind: 'intrinsic', name: 'rootServiceName' }] : [],
  };
}

function parseTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  const trimmed = text.trimEnd();
  for (pair.lastIndex = 0; pair.lastIndex < trimmed.length; ) {
    const [, key, quoted, plain = ''] = pair.exec(trimmed) ?? [];
    if (key === undefined) {
      throw badRequest('invalid tags: a list of key=value is expected');
    }
    if (tags.has(key)) {
      throw badRequest(`invalid tags: ${key} is given twice`);
    }
    tags.set(key, quoted === undefined ? plain : unquote(quoted));
  }
  return tags;
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw badRequest(`invalid tags: ${quoted} is no quoted text`);
  }
}

function hintOf(key: string, wanted: string): SpanHint | undefined {
  switch (key) {
    case 'name':
    case 'root.name':
    case 'root.service.name':
      return undefined;
    case 'status.code':
      return hintOfIntrinsic('status', '=', { type: 'string', value: wanted });
    default:
      return key === 'error' && wanted === 'true'
        ? hintOfIntrinsic('status', '=', { type: 'string', value: 'error' })
        : hintOfAttribute(
            { kind: 'attribute', scope: undefined, name: key },
            { operator: '!=', literal: undefined },
          );
  }
}

function testOf(key: string, wanted: string): Test {
  const has = (text: string) => text.toLowerCase().includes(wanted);
  switch (key) {
    case 'name':
      return ({ span }) => has(span.span_name);
    case 'root.name':
      return ({ shape }) => has(shape.spans[shape.root ?? -1]?.span_name ?? '');
    case 'root.service.name':
      return ({ rootService }) => has(rootService);
    case 'status.code':
      return isStatus(wanted);
    case 'error':
      return wanted === 'true' ? ({ span }) => span.status === 'error' : hasAttribute(key, has);
    default:
      return hasAttribute(key, has);
  }
}

function isStatus(wanted: string): Test {
  if (!['ok', 'error', 'unset'].includes(wanted)) {
    throw badRequest('invalid tags: status.code must be ok, error or unset');
  }
  return ({ span }) => span.status === wanted;
}

function hasAttribute(key: string, has: (text: string) => boolean): Test {
  return ({ span }) => {
    const values = [span.attributes.get(key), span.resource.get(key)];
    return values.some((value) => value !== undefined && has(textOf(value)));
  };
}

function textOf(value: Value): string {
  return value.type === 'list' ? value.values.map(textOf).join(',') : String(value.value);
}
