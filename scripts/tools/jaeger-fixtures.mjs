import { join } from 'node:path';
import { goModule } from './go-install.mjs';

const jaeger = { module: 'github.com/jaegertracing/jaeger', version: '1.76.0' };
const idl = { module: 'github.com/jaegertracing/jaeger-idl', version: '0.14.0' };

/** Resolves with the folder of the traces and queries that Jaeger tests its storages with. */
export async function jaegerFixtures() {
  return join(await goModule(jaeger), 'internal/storage/integration/fixtures');
}

/** Resolves with the folder of the answers that Jaeger tests version 3 of its API with. */
export async function jaegerSnapshots() {
  return join(await goModule(jaeger), 'cmd/query/app/apiv3/snapshots');
}

/** Resolves with the folder of the schemas of Jaeger's APIs. */
export async function jaegerSchemas() {
  return join(await goModule(idl), 'proto');
}
