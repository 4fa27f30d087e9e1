import { useEffect, useState } from 'react';
import type { Arrow, GraphLayout, GraphRequest } from '../parts/graph-layout.js';
import { graphWorker } from './graph-worker-calls.js';

const empty = { width: 0, height: 0, nodes: [], arrows: [] };

/**
 * Returns the layout of a graph: nothing until the worker has it, then the last one until the next. Throws the
 * failure of the worker.
 */
export function useGraphLayout<Drawn extends Arrow>(
  request: GraphRequest<Drawn>,
): GraphLayout<Drawn> {
  const [done, setDone] = useState<GraphLayout<Drawn> | { readonly error: unknown }>(empty);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    graphWorker.run('layOutGraph', request, { signal }).then(
      (layout) => setDone(layout as GraphLayout<Drawn>),
      (error: unknown) => signal.aborted || setDone({ error }),
    );
    return () => controller.abort();
  }, [request]);
  if ('error' in done) {
    throw done.error;
  }
  return done;
}
