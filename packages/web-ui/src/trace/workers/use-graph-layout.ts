import { useEffect, useState } from 'react';
import type { Arrow, GraphLayout, GraphRequest } from '../../parts/chart/graph-layout.js';
import { graphWorker } from './page-workers.js';

/** A graph and where its nodes and arrows lie. */
interface LaidOut<Graph, Drawn extends Arrow> {
  readonly graph: Graph;
  readonly layout: GraphLayout<Drawn>;
}

const empty = { width: 0, height: 0, nodes: [], arrows: [] };

/**
 * Returns a graph with its layout: nothing lies anywhere until the worker has the first one, then the last graph that
 * has a layout stays until the next. Throws the failure of the worker. `requestOf` is always the same function.
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
