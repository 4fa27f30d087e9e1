import { declaredMetrics } from './declared-metrics.mjs';
import { selectorsOf } from './promql.mjs';

const metricName = /\bspanhouse[_:][a-z0-9_:]*[a-z0-9]/g;
const settingName = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const queryBlock = /^```promql\n(.*?)^```/gms;

/** Returns the non-existent metrics and settings that the runbook or an alert's texts name. */
export function checkRunbook({ rules, runbook, metrics, settings }) {
  const declared = declaredMetrics(metrics);
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const texts = rules.flatMap(({ annotations }) => annotations?.description ?? []).join('\n');
  const everything = `${texts}\n${runbook}`;
  const isMetric = (name) => declared.has(name) || recorded.has(name);
  const isFamily = (name) => declared.has(`${name}_count`);
  const named = [
    ...(everything.match(metricName) ?? []),
    ...[...runbook.matchAll(queryBlock)]
      .flatMap(([, query]) => selectorsOf(query))
      .map(({ name }) => name),
  ].filter((name) => !isMetric(name) && !isFamily(name));
  const unset = (everything.match(settingName) ?? []).filter(
    (name) => !settings.includes(`\`${name}\``),
  );
  return [
    ...[...new Set(named)].map((name) => `runbook: there is no metric ${name}`),
    ...[...new Set(unset)].map((name) => `runbook: there is no setting ${name}`),
  ];
}
