import { toValidationDetails, type ValidationDetail } from '@spanhouse/service-runtime';
import type { LocatedValue } from '@spanhouse/span-schema';
import { METRIC_TYPES, type MetricSpec } from '@spanhouse/trace-store/reader';
import { z } from 'zod';
import { readJson } from './flat-members.js';

/** What one answer has to hold. */
const MAX_SPECS = 100;
const MAX_BINS = 10_000;

/** A metric that is asked for; `none` and `*` ask for nothing. */
const metricSpecSchema = z
  .object({
    type: z.enum([...METRIC_TYPES, 'none', '*']).nullish(),
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

const ROOT = 'attributes.';
const METRICS = 'ag.metrics.';
const DEFAULT_SPECS: readonly MetricSpec[] = [
  { type: 'numeric/continuous', path: `${METRICS}duration.cumulative` },
  { type: 'numeric/continuous', path: `${METRICS}errors.cumulative` },
  { type: 'numeric/continuous', path: `${METRICS}costs.cumulative.total` },
  { type: 'numeric/continuous', path: `${METRICS}tokens.cumulative.total` },
  { type: 'categorical/single', path: 'ag.type.trace' },
  { type: 'categorical/single', path: 'ag.type.span' },
];

/** The specs, the default ones for none, one for each path; what is wrong with them goes to `issues`. */
export function parseMetricSpecs(
  found: LocatedValue | undefined,
  issues: ValidationDetail[],
): readonly MetricSpec[] {
  const json = readJson(found);
  if (json.status === 'malformed') {
    issues.push(...json.issues);
    return [];
  }
  if (json.value === undefined) return DEFAULT_SPECS;
  const parsed = specsSchema.safeParse(json.value);
  if (!parsed.success) {
    issues.push(...toValidationDetails(parsed.error, json.value, json.loc));
    return [];
  }
  return parsed.data.length === 0 ? DEFAULT_SPECS : toSpecs(parsed.data);
}

/** Of two specs of one path the later one is used. */
function toSpecs(asked: z.output<typeof specsSchema>): readonly MetricSpec[] {
  const specs = new Map<string, MetricSpec | undefined>();
  for (const { type, path: shownPath, bins, vmin, vmax, edge } of asked) {
    const path = withoutRoot(shownPath ?? '*');
    const isMetric = type !== undefined && type !== null && type !== 'none' && type !== '*';
    const limits = {
      bins: bins ?? undefined,
      vmin: vmin ?? undefined,
      vmax: vmax ?? undefined,
      edge: edge ?? undefined,
    };
    specs.set(path, isMetric ? { type, path, ...limits } : undefined);
  }
  return [...specs.values()].filter((spec) => spec !== undefined);
}

function withoutRoot(path: string): string {
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

/** The path as answers spell it. */
export function withRoot(path: string): string {
  return ROOT + path;
}
