import { join } from 'node:path';
import { goModule } from './go-install.mjs';

const jaeger = { module: 'github.com/jaegertracing/jaeger', version: '1.76.0' };

/** Resolves with the folder of the traces and queries that Jaeger tests its storages with. */
export async function jaegerFixtures() {
  return join(await goModule(jaeger), 'internal/storage/integration/fixtures');
}
