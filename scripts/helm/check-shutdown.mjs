import { componentOf, workloads } from './chart.mjs';
import { environmentOf } from './environment-of.mjs';

/** A pod is killed only after its preStop and the service's own longest shutdown. */
export function checkShutdown(objects) {
  return workloads(objects)
    .filter(({ object, pod }) => object.kind !== 'Job' && componentOf(pod) !== 'router')
    .filter(({ pod }) => {
      const { SHUTDOWN_TIMEOUT_MS: timeoutMs } = environmentOf(pod, objects).env;
      const preStopMs = (pod.spec.containers[0].lifecycle?.preStop?.sleep?.seconds ?? 0) * 1000;
      const grantedMs = pod.spec.terminationGracePeriodSeconds * 1000;
      return !(grantedMs > preStopMs + Number(timeoutMs));
    })
    .map(({ name }) => `${name} is killed before its shutdown may end`);
}
