// Reads V8 CPU profiles and computes how long the main thread worked for each stage of the pipeline.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const stagePatterns = [
  [/\/packages\/(span-intake|span-row|span-schema)\//, 'gateway: intake and rows'],
  [/\/services\/ingest-gateway\//, 'gateway: HTTP and publish'],
  [/\/packages\/(service-runtime|api-kit)\//, 'gateway: HTTP and publish'],
  [/\/packages\/span-log\//, 'log'],
  [/\/services\/span-consumer\//, 'consumer'],
  [/\/packages\/trace-store\/.*(writer|insert)/, 'consumer'],
  [/\/(packages\/trace-store|services\/trace-query)\//, 'query'],
];

function stageOf({ url, functionName }) {
  if (functionName === '(idle)') {
    return 'idle';
  }
  if (functionName === '(garbage collector)') {
    return 'garbage collector';
  }
  return stagePatterns.find(([pattern]) => pattern.test(url))?.[1];
}

/** Returns the seconds of the main thread by stage. Frames of libraries and Node count for their nearest caller of ours. */
export function cpuByStage(dir) {
  const seconds = {};
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) {
      for (const child of node.children ?? []) {
        byId.get(child).parent = node;
      }
    }
    const stageOfNode = (node) => {
      for (let frame = node; frame; frame = frame.parent) {
        const stage = stageOf(frame.callFrame);
        if (stage !== undefined) {
          return stage;
        }
      }
      return 'node and libraries';
    };
    for (const [index, id] of samples.entries()) {
      const stage = stageOfNode(byId.get(id));
      seconds[stage] = (seconds[stage] ?? 0) + timeDeltas[index] / 1e6;
    }
  }
  return seconds;
}
