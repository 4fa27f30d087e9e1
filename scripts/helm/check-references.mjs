// Checks that every referenced object is part of the release or exists before the release is installed.
import { nameOf, workloads } from './chart.mjs';

/** Returns the names, selectors and ports that do not refer to any object. */
export function checkReferences(objects, existing) {
  const has = (kind, name) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  return [
    ...selectorsWithoutPods(objects),
    ...referencesOf(objects)
      .filter(({ kind, name }) => !(has(kind, name) || existing.includes(name)))
      .map(({ from, kind, name }) => `${from} names ${kind} ${name}, which does not exist`),
    ...unknownPorts(objects),
    ...lateHooks(objects),
  ];
}

function selectorsWithoutPods(objects) {
  const pods = workloads(objects).map(({ pod }) => pod.metadata.labels);
  const services = objects.filter(({ kind }) => kind === 'Service');
  return objects
    .filter(({ spec }) => spec !== undefined)
    .flatMap((object) => {
      const { kind, spec } = object;
      const wanted =
        spec.selector?.matchLabels ?? spec.podSelector?.matchLabels ?? spec.selector ?? undefined;
      if (wanted === undefined) {
        return [];
      }
      const labels =
        kind === 'ServiceMonitor' ? services.map(({ metadata }) => metadata.labels) : pods;
      const matching = labels.filter((each) => includesAll(each, wanted));
      return matching.length === 1
        ? []
        : [`${nameOf(object)} must select exactly one workload, not ${matching.length}`];
    });
}

function includesAll(labels, wanted) {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function referencesOf(objects) {
  return [
    ...workloads(objects).flatMap(({ name: from, pod }) => podReferences(from, pod.spec)),
    ...objects.flatMap((object) =>
      (references[object.kind]?.(object.spec) ?? []).map((reference) => ({
        from: nameOf(object),
        ...reference,
      })),
    ),
  ];
}

function podReferences(from, { serviceAccountName, volumes = [], containers: [{ env = [] }] }) {
  return [
    { from, kind: 'ServiceAccount', name: serviceAccountName },
    ...env.map(({ valueFrom }) => ({ from, kind: 'Secret', name: valueFrom.secretKeyRef.name })),
    ...volumes.flatMap(({ secret, configMap }) => [
      ...(secret ? [{ from, kind: 'Secret', name: secret.secretName }] : []),
      ...(configMap ? [{ from, kind: 'ConfigMap', name: configMap.name }] : []),
    ]),
  ];
}

function backends({ rules }) {
  return rules.flatMap(({ backendRefs }) =>
    backendRefs.map(({ name }) => ({ kind: 'Service', name })),
  );
}

const references = {
  HorizontalPodAutoscaler: ({ scaleTargetRef: { kind, name } }) => [{ kind, name }],
  ScaledObject: ({ scaleTargetRef: { name }, triggers }) => [
    { kind: 'Deployment', name },
    ...triggers.flatMap(({ authenticationRef }) =>
      authenticationRef ? [{ kind: 'TriggerAuthentication', name: authenticationRef.name }] : [],
    ),
  ],
  TriggerAuthentication: ({ secretTargetRef = [], configMapTargetRef = [] }) => [
    ...secretTargetRef.map(({ name }) => ({ kind: 'Secret', name })),
    ...configMapTargetRef.map(({ name }) => ({ kind: 'ConfigMap', name })),
  ],
  HTTPRoute: backends,
  GRPCRoute: backends,
  Ingress: ({ rules }) =>
    rules.flatMap(({ http }) =>
      http.paths.map(({ backend }) => ({ kind: 'Service', name: backend.service.name })),
    ),
};

/**
 * Checks that the ports of Services exist in the selected pods, and that the ports of routes exist in their Services.
 */
function unknownPorts(objects) {
  const services = objects.filter(({ kind }) => kind === 'Service');
  const portsOf = (name) =>
    services.find(({ metadata }) => metadata.name === name)?.spec.ports ?? [];
  return [
    ...services.flatMap((service) => {
      const selected = workloads(objects).find(({ pod }) =>
        includesAll(pod.metadata.labels, service.spec.selector),
      );
      const names = selected?.pod.spec.containers[0].ports.map(({ name }) => name) ?? [];
      const targets = service.spec.ports.map(({ targetPort }) => targetPort);
      return targets
        .filter((target) => !names.includes(target))
        .map((target) => `${nameOf(service)} sends to port ${target}, which no container has`);
    }),
    ...objects
      .filter(({ kind }) => kind === 'HTTPRoute' || kind === 'GRPCRoute')
      .flatMap((route) =>
        route.spec.rules
          .flatMap(({ backendRefs }) => backendRefs)
          .filter(({ name, port }) => !portsOf(name).some((each) => each.port === port))
          .map(
            ({ name, port }) => `${nameOf(route)} sends to ${name}:${port}, which does not exist`,
          ),
      ),
  ];
}

/**
 * Checks that a hook uses only objects that exist before the hook runs: hooks with a lower weight, or objects outside
 * the release.
 */
function lateHooks(objects) {
  const weight = ({ metadata }) => Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);
  const isHook = ({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined;
  return workloads(objects)
    .filter(({ object }) => isHook(object))
    .flatMap(({ object, name, pod }) => {
      const configs = pod.spec.containers[0].envFrom.map(({ configMapRef }) => configMapRef.name);
      const needed = [
        ...podReferences(name, pod.spec),
        ...configs.map((config) => ({ kind: 'ConfigMap', name: config })),
      ];
      return needed
        .map((ref) =>
          objects.find((each) => each.kind === ref.kind && each.metadata.name === ref.name),
        )
        .filter((each) => each && !(isHook(each) && weight(each) < weight(object)))
        .map((each) => `${name} needs ${nameOf(each)}, which comes later`);
    });
}
