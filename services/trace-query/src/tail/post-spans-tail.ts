import {
  badRequest,
  type HttpRequest,
  type Route,
  readJsonObject,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/api-kit';
import {
  checkFiltering,
  type FilterExpression,
  type Projection,
  parseFiltering,
  parseProjection,
} from '@spanhouse/span-schema';
import { tailRequestSchema } from '@spanhouse/span-schema/api';
import type { SnapshotAsOf } from '../consistency/snapshots.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { issuesOf } from '../requests/parse-or-422.js';
import { spanWriter, unreadIn } from '../span-json/write-projected-span.js';
import type { OpenTails, TailPositions } from './open-tails.js';
import { tailSpans } from './tail-spans.js';

export interface TailServices extends ReadServices {
  readonly tails: OpenTails;
  readonly tailPositions: TailPositions;
}

/** Creates the route that streams spans as they become visible; see docs/api/spans-and-traces.md. */
export function postSpansTail(services: TailServices): Route {
  const { snapshots, tails, tailPositions, clock } = services;
  return readRoute(services, 'POST /spans/tail', {
    kind: 'tail',
    parse: parseTailBody,
    async stream({ filter, since, maxPerSecond, projection }, context) {
      const { reader, signal, principal, atLeast } = context;
      const { project_id } = principal;
      const from = since === undefined ? undefined : tailPositions.decode(since, project_id);
      const now = await snapshots.currentAsOf(atLeast);
      const close = tails.open(project_id);
      const tail = {
        project_id,
        filter,
        unread: projection && unreadIn(projection),
        since: from ?? now,
        maxPerSecond,
        writeSpan: spanWriter(projection),
        writePosition: (position: SnapshotAsOf) => tailPositions.encode(position, project_id),
      };
      const { ended } = tails;
      return closing(tailSpans(tail, { reader, snapshots, clock, signal, ended }), close);
    },
  });
}

async function* closing<Line>(
  lines: AsyncGenerator<Line>,
  close: () => void,
): AsyncGenerator<Line> {
  try {
    yield* lines;
  } finally {
    close();
  }
}

/** A parsed body of `/spans/tail`. */
interface TailBody {
  readonly filter: FilterExpression | undefined;
  readonly since: string | undefined;
  readonly maxPerSecond: number;
  readonly projection: Projection | undefined;
}

/**
 * Parses the body of a tail request. Throws a 422 that lists all structural problems, or a 400 if the filter is
 * semantically invalid.
 */
async function parseTailBody(req: HttpRequest, limitBytes: number): Promise<TailBody> {
  const body = await readJsonObject(req, { limitBytes });
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const projected = parseProjection(body['projection'], ['body', 'projection']);
  const members = tailRequestSchema.safeParse(body);
  if (filtering.status === 'malformed' || projected.status === 'malformed' || !members.success) {
    throw unprocessable([
      ...issuesOf(filtering),
      ...issuesOf(projected),
      ...(members.success ? [] : toValidationDetails(members.error, body, ['body'])),
    ]);
  }
  const checked = checkFiltering(filtering.filtering);
  if (checked.status === 'invalid') {
    throw badRequest(checked.text);
  }
  const { since, max_per_second: maxPerSecond } = members.data;
  return {
    filter: checked.expression,
    since: since ?? undefined,
    maxPerSecond,
    projection: projected.projection,
  };
}
