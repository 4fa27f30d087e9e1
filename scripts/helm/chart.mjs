// Reads the files of the chart, and renders it with Helm.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { kubernetesVersions } from '../tools/kubernetes-schemas.mjs';
import { helmTool } from '../tools/programs.mjs';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const kubeVersion = ['--kube-version', kubernetesVersions[0]];

export const ourChart = fileURLToPath(new URL('../../deploy/helm/spanhouse', import.meta.url));

/** Returns the names of the value sets in `ci/`. */
export function valueSets(chart) {
  const files = readdirSync(join(chart, 'ci')).filter((file) => file.endsWith('.yaml'));
  return files.map((file) => basename(file, '.yaml')).sort();
}

/**
 * Renders a value set. Resolves with the `text` and the `objects` parsed from it, or with the `problems` that Helm or
 * the YAML parser reports.
 */
export async function render(chart, set) {
  const values = ['-f', join(chart, 'ci', `${set}.yaml`)];
  try {
    await helm(['lint', '--strict', '--quiet', chart, ...kubeVersion, ...values]);
    const release = ['template', 'release', chart, '-n', 'spans'];
    const text = await helm([...release, ...kubeVersion, ...values]);
    return { text, ...parseObjects(text) };
  } catch (error) {
    const complaint = `helm: ${error.stdout ?? ''}${error.stderr ?? error.message}`;
    return { text: '', objects: [], problems: [complaint] };
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

export function nameOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}

/** Returns the objects that create pods, each with its pod template. */
export function workloads(objects) {
  return objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    .map((object) => ({ object, name: nameOf(object), pod: object.spec.template }));
}

export function componentOf({ metadata }) {
  return metadata.labels['app.kubernetes.io/component'];
}
