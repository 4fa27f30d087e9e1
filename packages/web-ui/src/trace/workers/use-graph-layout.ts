import { useEffect, useState } from 'react';
import type { Arrow, GraphLayout, GraphRequest } from '../../parts/chart/graph-layout.js';
import { graphWorker } from './page-workers.js';

/** A graph with the positions of its nodes and arrows. */
interface LaidOut<Graph, Drawn extends Arrow> {
  readonly graph: Graph;
  readonly layout: GraphLayout<Drawn>;
}

const empty = { width: 0, height: 0, nodes: [], arrows: [] };

/**
 * Returns a graph and its layout. The layout is empty until the worker returns the first one. When the graph changes,
 * the previous graph remains until the new layout is ready. Throws if the worker fails. `requestOf` must be a stable
 * function.
 */
export function useGraphLayout<Graph, Drawn extends Arrow>(
  graph: Graph,
  requestOf: (graph: Graph) => GraphRequest<Drawn>,
): LaidOut<Graph, Drawn> {
  const [done, setDone] = useState<LaidOut<Graph, Drawn> | { readonly error: unknown }>({
    graph,
    layout: empty,
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    graphWorker.run('layOutGraph', requestOf(graph), { signal }).then(
      (layout) => setDone({ graph, layout: layout as GraphLayout<Drawn> }),
      (error: unknown) => signal.aborted || setDone({ error }),
    );
    return () => controller.abort();
  }, [graph, requestOf]);
  if ('error' in done) {
    throw done.error;
  }
  return done;
}
