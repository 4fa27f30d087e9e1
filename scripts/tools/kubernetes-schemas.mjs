// Downloads the JSON schemas of Kubernetes from the PyPI package kubernetes-validate, which contains every version.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, checkoutCache } from './cache.mjs';
import { downloadWheel } from './pypi-wheel.mjs';

const run = promisify(execFile);

const schemasWheel = {
  name: 'kubernetes-validate',
  version: '1.37.0',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
};

/** The oldest version that the chart supports, and the newest version with published schemas. */
export const kubernetesVersions = ['1.30.0', '1.37.0'];

/** A Python program that unpacks only the folders of these versions and converts references to file names. */
const unpack = `
import json, pathlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[2])
for version in sys.argv[3:]:
    folder = 'kubernetes_validate/kubernetes-json-schema/v%s-local-strict/' % version
    target = pathlib.Path(sys.argv[1], 'v' + version)
    target.mkdir()
    for name in wheel.namelist():
        if name.startswith(folder) and name.endswith('.json'):
            text = wheel.read(name).replace(b'/api/_definitions.json', b'_definitions.json')
            schema = json.loads(text)
            schema.pop('$id', None)
            target.joinpath(name[len(folder):]).write_text(json.dumps(schema))
`;

/** Resolves with a folder of strict schemas, such as `v1.30.0/service-v1.json`. */
export async function kubernetesSchemas() {
  const dir = join(
    checkoutCache,
    `kubernetes-schemas-${[schemasWheel.version, ...kubernetesVersions].join('-')}`,
  );
  await cached(dir, async (work) => {
    const wheel = await downloadWheel(schemasWheel, work);
    await run('python3', ['-c', unpack, work, wheel, ...kubernetesVersions]);
    rmSync(wheel);
  });
  return dir;
}
