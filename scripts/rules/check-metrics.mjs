import { declaredMetrics } from './declared-metrics.mjs';
import { selectorsOf } from './promql.mjs';

/** Returns unused recorded series, and the names in the rules and their tests that no service exports. */
export function checkMetrics({ rules, tests, metrics }) {
  const declared = declaredMetrics(metrics);
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const used = rules.flatMap(({ alert, record, expr }) =>
    selectorsOf(expr).map((selector) => ({ ...selector, at: alert ?? record })),
  );
  const fed = tests.flatMap(({ name, input_series: series }) =>
    series.flatMap((one) => selectorsOf(one.series).map((selector) => ({ ...selector, at: name }))),
  );
  const usedNames = new Set(used.map(({ name }) => name));
  return [
    ...used
      .filter(({ name }) => !recorded.has(name))
      .flatMap((selector) => problemsOf(selector, declared)),
    ...fed.flatMap((selector) => problemsOf(selector, declared)),
    ...[...recorded]
      .filter((name) => !usedNames.has(name))
      .map((name) => `${name} is recorded and no rule uses it`),
  ];
}

function problemsOf({ at, name, matchers }, declared) {
  const labels = declared.get(name);
  if (labels === undefined) {
    return [`${at}: no service exports ${name}`];
  }
  return matchers.flatMap(({ label, operator, value }) => {
    if (!labels.has(label)) {
      return [`${at}: ${name} has no label ${label}`];
    }
    const known = labels.get(label);
    if (known === undefined) {
      return [];
    }
    const wanted = operator.endsWith('~') ? value.split('|') : [value];
    return wanted
      .filter((one) => !known.has(one))
      .map((one) => `${at}: ${name} is never ${label}="${one}"`);
  });
}
