// Extracts the JSON schemas of Gateway API, KEDA and the Prometheus operator from their Go modules.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cached, checkoutCache } from './cache.mjs';
import { goModule } from './go-install.mjs';

const sources = [
  { module: 'sigs.k8s.io/gateway-api', version: '1.4.1', folder: 'config/crd/standard' },
  { module: 'github.com/kedacore/keda/v2', version: '2.19.0', folder: 'config/crd/bases' },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: '0.85.0',
    folder: 'example/prometheus-operator-crd',
  },
];

/** Resolves with a folder of files `<group>/<kind>_<version>.json`, in which kinds are in lower case. */
export async function crdSchemas() {
  const dir = join(checkoutCache, `crd-schemas-${sources.map(({ version }) => version).join('-')}`);
  await cached(dir, async (work) => {
    for (const source of sources) {
      await writeSchemas(source, work);
    }
  });
  return dir;
}

async function writeSchemas(source, dir) {
  const folder = join(await goModule(source), source.folder);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const { kind, spec } = parse(readFileSync(join(folder, file), 'utf8'));
    if (kind !== 'CustomResourceDefinition') {
      continue;
    }
    mkdirSync(join(dir, spec.group), { recursive: true });
    for (const { name, schema } of spec.versions) {
      const path = join(dir, spec.group, `${spec.names.kind.toLowerCase()}_${name}.json`);
      writeFileSync(path, JSON.stringify(toJsonSchema(schema.openAPIV3Schema)));
    }
  }
}

/** Converts a structural schema to a JSON schema. Kubernetes drops unknown members, but the result rejects them. */
function toJsonSchema(schema) {
  if (Array.isArray(schema)) {
    return schema.map(toJsonSchema);
  }
  if (schema === null || typeof schema !== 'object') {
    return schema;
  }
  const result = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, toKeyword(key, value)]),
  );
  if (schema['x-kubernetes-int-or-string'] === true) {
    delete result.type;
    return { ...result, type: ['integer', 'string'] };
  }
  if (isClosed(schema)) {
    result.additionalProperties = false;
  }
  if (schema.nullable === true && typeof schema.type === 'string') {
    result.type = [schema.type, 'null'];
  }
  return result;
}

function toKeyword(key, value) {
  if (key === 'properties') {
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, toJsonSchema(of)]));
  }
  return ['default', 'enum', 'example', 'required'].includes(key) ? value : toJsonSchema(value);
}

function isClosed(schema) {
  return (
    schema.type === 'object' &&
    schema.properties !== undefined &&
    schema.additionalProperties === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  );
}
