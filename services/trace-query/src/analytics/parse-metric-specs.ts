import { toValidationDetails } from '@spanhouse/api-kit';
import type { LocatedValue, ValidationDetail } from '@spanhouse/span-schema';
import { metricSpecsSchema } from '@spanhouse/span-schema/api';
import type { MetricSpec } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';
import { readJson } from '../requests/flat-members.js';

const root = 'attributes.';
const metrics = 'ag.metrics.';
const defaultSpecs: readonly MetricSpec[] = [
  { type: 'numeric/continuous', path: `${metrics}duration.cumulative` },
  { type: 'numeric/continuous', path: `${metrics}errors.cumulative` },
  { type: 'numeric/continuous', path: `${metrics}costs.cumulative.total` },
  { type: 'numeric/continuous', path: `${metrics}tokens.cumulative.total` },
  { type: 'categorical/single', path: 'ag.type.trace' },
  { type: 'categorical/single', path: 'ag.type.span' },
];

/**
 * Returns one spec for each path, or the default specs if the request names none. Problems are
 * added to `issues`.
 */
export function parseMetricSpecs(
  found: LocatedValue | undefined,
  issues: ValidationDetail[],
): readonly MetricSpec[] {
  const json = readJson(found);
  if (json.status === 'malformed') {
    issues.push(...json.issues);
    return [];
  }
  if (json.value === undefined) {
    return defaultSpecs;
  }
  const parsed = metricSpecsSchema.safeParse(json.value);
  if (!parsed.success) {
    issues.push(...toValidationDetails(parsed.error, json.value, json.loc));
    return [];
  }
  return parsed.data.length === 0 ? defaultSpecs : toSpecs(parsed.data);
}

/**
 * Keeps one spec for each path; a later spec replaces an earlier one. A spec that requests nothing
 * leaves the other specs of its path as they are.
 */
function toSpecs(asked: z.output<typeof metricSpecsSchema>): readonly MetricSpec[] {
  const specs = new Map<string, MetricSpec>();
  for (const { type, path: shownPath, bins, vmin, vmax, edge } of asked) {
    if (type === 'none' || type === '*') {
      continue;
    }
    const path = withoutRoot(shownPath);
    specs.set(path, {
      type,
      path,
      bins: bins ?? undefined,
      vmin: vmin ?? undefined,
      vmax: vmax ?? undefined,
      edge: edge ?? undefined,
    });
  }
  return [...specs.values()];
}

function withoutRoot(path: string): string {
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Returns the path as answers spell it. */
export function withRoot(path: string): string {
  return root + path;
}
