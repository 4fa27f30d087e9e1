import { badRequest, type HttpRequest, notFound, type Route } from '@spanhouse/api-kit';
import { createProtobufForm, jsonForm, type TraceForm } from '@spanhouse/span-dialects/tempo';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import type { Expression } from '@spanhouse/traceql';
import { compileCondition, listFields, TraceShape } from '@spanhouse/traceql/evaluate';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { readTraces } from '../../front-doors/dialect-routes.js';
import { sendBytes } from '../../http/send-bytes.js';
import { QueriedSpans } from '../../traceql/queried-span.js';
import { parseCount, TempoParameters } from '../parse-tempo-parameters.js';
import { parseTraceQl } from '../parse-traceql.js';
import { emptyTrace, layOutTrace, type TraceRequest } from './lay-out-trace.js';

/**
 * Creates both versions of the route that returns a trace by id. The trace is always whole, regardless of `start` and
 * `end`.
 */
export function getTempoTrace(services: BoundServices): readonly Route[] {
  return [
    traceRoute(services, 'GET /api/traces/:trace_id', 1),
    traceRoute(services, 'GET /api/v2/traces/:trace_id', 2),
  ];
}

function traceRoute(
  services: BoundServices,
  name: `GET /${string}`,
  version: TraceRequest['version'],
): Route {
  const protobufForm = createProtobufForm();
  const limitBytes = services.settings.frontDoors.traceLimitBytes;
  return services.read(name, {
    kind: 'look_up',
    parse(req) {
      new TempoParameters(req).range();
      const form = acceptsProtobuf(req) ? protobufForm : jsonForm;
      const selected = version === 1 ? undefined : parseTraceQuery(req);
      return { form, selected, trace_id: parseTempoTraceId(req.params['trace_id']) };
    },
    async send({ form, selected, trace_id }, { res, context }) {
      const { contentType } = form;
      const { costs } = context;
      for await (const [trace] of readTraces([trace_id], context)) {
        if (trace !== undefined) {
          const positions = selected && (await selectInTrace(trace, selected));
          const pieces = await layOutTrace(trace, { form, version, limitBytes, positions });
          costs.isUnderWay = Symbol.asyncIterator in pieces;
          await sendBytes(res, { contentType, pieces }, costs); // a large trace is read while it is being sent
          return 'answered';
        }
      }
      await sendBytes(res, { contentType, pieces: unknownTrace(form, version) }, costs);
      return 'answered';
    },
  });
}

/**
 * Returns the answer for an unknown trace. Version 2 never returns 404, because a data source would then assume an old
 * Tempo and try version 1.
 */
function unknownTrace(form: TraceForm, version: TraceRequest['version']): readonly Uint8Array[] {
  if (version === 1) {
    throw notFound('trace not found');
  }
  return emptyTrace(form);
}

function acceptsProtobuf({ headers }: HttpRequest): boolean {
  return headers.accept?.includes('application/protobuf') ?? false;
}

const LONG_ID = 32;
/** A path in Tempo's API that would otherwise be parsed as a trace id. */
const otherPath = 'diff';

/** Parses a trace id and returns it as 32 hex digits. Throws Tempo's 400 if the id is invalid. */
function parseTempoTraceId(text = ''): string {
  if (text === otherPath) {
    throw notFound();
  }
  if (!/^[0-9a-f]+$/i.test(text)) {
    throw badRequest('trace IDs can only contain hex characters');
  }
  if (text.length > LONG_ID) {
    throw badRequest("trace IDs can't be larger than 128 bits");
  }
  return text.toLowerCase().padStart(LONG_ID, '0');
}

const ofTrace = /^(root|trace|nestedSet)/;

/** Parses the query that selects spans; undefined means all spans. Throws a 400 if the query is not a span filter. */
function parseTraceQuery(req: HttpRequest): TraceSelection | undefined {
  const parameters = new TempoParameters(req);
  const query = parameters.text('q');
  if (query === undefined) {
    return undefined;
  }
  const depthOf = (name: string) =>
    parameters.parsed(name, parseDepth, 'a whole number, or -1 for all levels');
  const keepsAncestors = parameters.text('keep_hierarchy') === 'true';
  return {
    condition: parseFilter(query),
    depthBelow: depthOf('match_depth') ?? 0,
    depthAbove: keepsAncestors ? (depthOf('ancestor_depth') ?? Number.POSITIVE_INFINITY) : 0,
  };
}

function parseFilter(text: string): Expression | undefined {
  const query = parseTraceQl(text);
  const [stage, ...more] = query.kind === 'traces' ? query.pipeline : [];
  if (stage?.kind !== 'spans' || stage.spans.kind !== 'filter' || more.length > 0) {
    throw badRequest('q must be one filter of spans');
  }
  const { condition } = stage.spans;
  for (const { kind, name } of condition === undefined ? [] : listFields(condition)) {
    if (kind === 'intrinsic' && ofTrace.test(name)) {
      throw badRequest(`q must not have ${name}, which is a field of the trace`);
    }
  }
  return condition;
}

/** Parses a number of tree levels. -1 means all levels. */
function parseDepth(text: string): number | undefined {
  return text === '-1' ? Number.POSITIVE_INFINITY : parseCount(text);
}

/** Selects spans in a trace. Depths are numbers of tree levels, and Infinity means all levels. */
interface TraceSelection {
  readonly condition: Expression | undefined;
  /** Number of levels to include below each matching span. */
  readonly depthBelow: number;
  /** Number of levels to include above each matching span. */
  readonly depthAbove: number;
}

/** Returns the positions of the selected spans in ascending order. */
async function selectInTrace(
  trace: WholeTrace,
  { condition, depthBelow, depthAbove }: TraceSelection,
): Promise<readonly number[]> {
  const shape = new TraceShape(trace.trace_id, trace.nodes);
  const matches = await findMatches(trace, shape, condition);
  const parents = (position: number) => shape.parentOf(position) ?? [];
  const children = childrenOf(shape);
  const kept = new Set([
    ...within(matches, depthAbove, parents),
    ...within(matches, depthBelow, (position) => children.get(position) ?? []),
  ]);
  return [...kept].sort((left, right) => left - right);
}

async function findMatches(
  { nodes, read }: WholeTrace,
  shape: TraceShape,
  condition: Expression | undefined,
): Promise<readonly number[]> {
  const matches = compileCondition(condition);
  const shown = new QueriedSpans();
  const found: number[] = [];
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const stored of spans) {
      // No condition can refer to the root's service here, because the parser has refused trace fields.
      if (matches({ span: shown.show(stored), position, shape, rootService: '' })) {
        found.push(position);
      }
      position += 1;
    }
  }
  return found;
}

function childrenOf(shape: TraceShape): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const position of shape.spans.keys()) {
    const parent = shape.parentOf(position);
    if (parent !== undefined) {
      const siblings = children.get(parent);
      if (siblings === undefined) {
        children.set(parent, [position]);
      } else {
        siblings.push(position);
      }
    }
  }
  return children;
}

/** Returns the given spans, and all spans that are at most `depth` steps away from any of them. */
function within(
  from: readonly number[],
  depth: number,
  stepsFrom: (position: number) => number | readonly number[],
): Iterable<number> {
  const distances = new Map(from.map((position) => [position, 0]));
  // The loop also visits the entries that it adds, so that it reaches the nearest spans first.
  for (const [position, distance] of distances) {
    if (distance < depth) {
      for (const next of [stepsFrom(position)].flat()) {
        if (!distances.has(next)) {
          distances.set(next, distance + 1);
        }
      }
    }
  }
  return distances.keys();
}
