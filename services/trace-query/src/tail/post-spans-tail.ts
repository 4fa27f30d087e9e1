import type { Route } from '@spanhouse/api-kit';
import type { SnapshotAsOf, Snapshots } from '../consistency/snapshots.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { spanWriter, unreadIn } from '../span-json/write-projected-span.js';
import type { OpenTails } from './open-tails.js';
import { parseTailBody } from './parse-tail-body.js';
import type { TailPositions } from './tail-positions.js';
import { tailSpans } from './tail-spans.js';

/** Services of the tail. */
export interface TailServices extends ReadServices {
  readonly snapshots: Snapshots;
  readonly tails: OpenTails;
  readonly tailPositions: TailPositions;
}

/** Streams spans as they become visible; see docs/api/spans-and-traces.md. */
export function postSpansTail(services: TailServices): Route {
  const { settings, snapshots, tails, tailPositions, clock } = services;
  return readRoute(services, 'POST /spans/tail', {
    kind: 'tail',
    parse: (req) => parseTailBody(req, settings.bodyLimitBytes),
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
