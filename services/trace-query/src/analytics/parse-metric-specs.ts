import { toValidationDetails } from '@spanhouse/api-kit';
import type { LocatedValue, ValidationDetail } from '@spanhouse/span-schema';
import { type MetricSpec, metricTypes } from '@spanhouse/trace-store/reader';
import { z } from 'zod';
import { readJson } from '../requests/flat-members.js';

/** Bounds the memory of one answer. */
const MAX_SPECS = 100;
const MAX_BINS = 10_000;

/** A requested metric. The types `none` and `*` request nothing. */
const metricSpecSchema = z
  .object({
    type: z.enum([...metricTypes, 'none', '*']).nullish(),
    path: z.string().nullish(),
    bins: z.int().min(1).max(MAX_BINS).nullish(),
    vmin: z.number().nullish(),
    vmax: z.number().nullish(),
    edge: z.boolean().nullish(),
  })
  .refine(({ vmin, vmax }) => (vmin ?? -Infinity) <= (vmax ?? Infinity), {
    error: "'vmin' must not be greater than 'vmax'.",
  });

const specsSchema = z.array(metricSpecSchema).max(MAX_SPECS);

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
  const parsed = specsSchema.safeParse(json.value);
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
function toSpecs(asked: z.output<typeof specsSchema>): readonly MetricSpec[] {
  const specs = new Map<string, MetricSpec>();
  for (const { type, path: shownPath, bins, vmin, vmax, edge } of asked) {
    if (type === undefined || type === null || type === 'none' || type === '*') {
      continue;
    }
    const path = withoutRoot(shownPath ?? '*');
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
