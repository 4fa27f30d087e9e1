// Checks that every pod complies with the restricted profile of the Pod Security Standards, has probes and limits, and
// is spread over nodes.
import { workloads } from './chart.mjs';

const podRules = {
  'runs as root': ({ securityContext: of }) => of?.runAsNonRoot === true && of.runAsUser > 0,
  'has no seccomp profile': ({ securityContext: of }) =>
    of?.seccompProfile?.type === 'RuntimeDefault',
  'mounts a service account token': (spec) => spec.automountServiceAccountToken === false,
  'takes addresses of services as variables': (spec) => spec.enableServiceLinks === false,
  'shares a namespace of its node': (spec) => !(spec.hostNetwork || spec.hostPID || spec.hostIPC),
  'mounts a path of its node': (spec) => (spec.volumes ?? []).every(({ hostPath }) => !hostPath),
};

const containerRules = {
  'may write to its root file system': ({ securityContext: of }) =>
    of?.readOnlyRootFilesystem === true,
  'may gain privileges': ({ securityContext: of }) =>
    of?.allowPrivilegeEscalation === false && of.privileged !== true,
  'keeps capabilities': ({ securityContext: of }) =>
    of?.capabilities?.drop?.includes('ALL') === true,
  'adds capabilities': ({ securityContext: of }) => !of?.capabilities?.add,
  'has no limits and requests of CPU and memory': ({ resources: of }) =>
    ['limits', 'requests'].every((kind) => of?.[kind]?.cpu && of[kind].memory),
  'has an image without a version': ({ image }) => /:(?!latest$)[\w.-]+$/.test(image),
};

const serverRules = {
  'has no liveness probe': ({ livenessProbe }) => livenessProbe !== undefined,
  'has no readiness probe': ({ readinessProbe }) => readinessProbe !== undefined,
  'takes no time to drain': ({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds > 0,
};

export function checkPolicy(objects) {
  return workloads(objects).flatMap(({ object, name, pod }) => {
    const rules = { ...containerRules, ...(object.kind === 'Job' ? {} : serverRules) };
    const { containers, initContainers = [] } = pod.spec;
    return [
      ...broken(podRules, pod.spec),
      ...[...containers, ...initContainers].flatMap((container) => broken(rules, container)),
      ...broken({ 'is not spread': isSpread }, { object, pod }),
    ].map((problem) => `${name} ${problem}`);
  });
}

function isSpread({ object, pod }) {
  return object.kind !== 'Deployment' || pod.spec.topologySpreadConstraints?.length > 0;
}

function broken(rules, subject) {
  return Object.keys(rules).filter((rule) => !rules[rule](subject));
}
