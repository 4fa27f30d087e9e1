// The chart as files, and as Helm renders it.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { helmTool } from '../tools/helm.mjs';
import { KUBERNETES_VERSIONS } from '../tools/kubernetes-schemas.mjs';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const KUBE_VERSION = ['--kube-version', KUBERNETES_VERSIONS[0]];

export const CHART = fileURLToPath(new URL('../../deploy/helm/spanhouse', import.meta.url));

/** Names of the value sets in `ci/`. */
export function valueSets(chart) {
  const files = readdirSync(join(chart, 'ci')).filter((file) => file.endsWith('.yaml'));
  return files.map((file) => basename(file, '.yaml')).sort();
}

/**
 * What a value set becomes: `text`, its parsed `objects`, and `problems` of Helm or of the YAML,
 * beside which there are no objects.
 */
export async function render(chart, set) {
  const values = ['-f', join(chart, 'ci', `${set}.yaml`)];
  try {
    await helm(['lint', '--strict', '--quiet', chart, ...KUBE_VERSION, ...values]);
    const text = await helm([
      'template',
      'release',
      chart,
      '-n',
      'spans',
      ...KUBE_VERSION,
      ...values,
    ]);
    return { text, ...parseObjects(text) };
  } catch (error) {
    return {
      text: '',
      objects: [],
      problems: [`helm: ${error.stdout ?? ''}${error.stderr ?? error.message}`],
    };
  }
}

async function helm(args) {
  const { stdout } = await run(await helmTool(), args, { maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}

function parseObjects(text) {
  const documents = parseAllDocuments(text);
  const problems = documents.flatMap(({ errors }) =>
    errors.map(({ message }) => `yaml: ${message}`),
  );
  const objects = problems.length > 0 ? [] : documents.map((document) => document.toJS());
  return { objects: objects.filter((object) => object !== null), problems };
}

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

/** The objects that run pods, with the template of the pod. */
export function workloads(objects) {
  return objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    .map((object) => ({ object, name: nameOf(object), pod: object.spec.template }));
}

export const componentOf = ({ metadata }) => metadata.labels['app.kubernetes.io/component'];
