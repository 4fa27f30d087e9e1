import type { HttpClient } from '../http/http-client.js';
import { createCountPaths } from './count-paths.js';
import { createJaegerPaths } from './jaeger-paths.js';
import { createOwnPaths } from './own-paths.js';
import type { FrontDoor, ReadPath } from './read-path.js';
import { createTailPath } from './tail-path.js';
import { createTempoPaths } from './tempo-paths.js';
import { createZipkinPaths } from './zipkin-paths.js';

const dialects = {
  tempo: createTempoPaths,
  jaeger: createJaegerPaths,
  zipkin: createZipkinPaths,
} as const;

/** Creates every read path of Spanhouse's own API, and the read paths of the given front doors. */
export function createPaths(
  client: HttpClient,
  frontDoors: readonly FrontDoor[],
): readonly ReadPath[] {
  return [
    ...createOwnPaths(client),
    ...createCountPaths(client),
    createTailPath(client),
    ...frontDoors.flatMap((door) => dialects[door](client)),
  ];
}
