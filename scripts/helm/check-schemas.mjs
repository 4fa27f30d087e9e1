import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { crdSchemas } from '../tools/crd-schemas.mjs';
import { kubernetesSchemas, kubernetesVersions } from '../tools/kubernetes-schemas.mjs';
import { kubeconformTool } from '../tools/programs.mjs';

/**
 * Validates manifests, given as a list of `{ set, text }`, against the schemas of custom resources and of the oldest
 * supported and the newest Kubernetes version. `set` is the name of the value set. One run validates all manifests,
 * because reading the schemas takes most of its time. Resolves with a list of `{ set, problem }`.
 */
export async function checkSchemas(manifests) {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-helm-'));
  try {
    for (const { set, text: manifest } of manifests) {
      writeFileSync(join(dir, `${set}.yaml`), manifest);
    }
    const found = kubernetesVersions.map((version) => conform(dir, version));
    return (await Promise.all(found)).flat();
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function conform(dir, version) {
  const own = join(
    await kubernetesSchemas(),
    `v${version}`,
    '{{.ResourceKind}}{{.KindSuffix}}.json',
  );
  const added = join(
    await crdSchemas(),
    '{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json',
  );
  const locations = [own, added].flatMap((path) => ['-schema-location', path]);
  const child = spawn(await kubeconformTool(), ['-strict', '-output', 'json', ...locations, dir]);
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') {
    throw new Error(`kubeconform printed no result: ${complaints}`);
  }
  return JSON.parse(output).resources.map(({ filename, kind, name, msg }) => ({
    set: basename(filename, '.yaml'),
    problem: `Kubernetes ${version}: ${kind} ${name}: ${msg}`,
  }));
}
