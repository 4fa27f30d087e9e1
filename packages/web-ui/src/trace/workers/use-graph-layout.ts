import type { Arrow, GraphLayout, GraphRequest } from '../../parts/chart/graph-layout.js';
import { graphWorker } from './page-workers.js';
import { useResult } from './use-result.js';

const empty = { width: 0, height: 0, nodes: [], arrows: [] };

/**
 * Returns a graph together with its layout. Until the first layout is ready, the layout is empty. If the graph changes,
 * the previous graph is returned until the new layout is ready. Throws if the worker fails.
 */
export function useGraphLayout<Graph, Drawn extends Arrow>(
  graph: Graph,
  requestOf: (graph: Graph) => GraphRequest<Drawn>,
) {
  const done = useResult(graph, (input, signal) =>
    graphWorker.run('layOutGraph', requestOf(input), { signal }),
  );
  return {
    graph: done?.input ?? graph,
    layout: (done?.result ?? empty) as GraphLayout<Drawn>,
  };
}
