import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';

const MIB = 1024 * 1024;

/** The dialects. Each has its own base path. */
const frontDoors = ['tempo', 'jaeger', 'zipkin'];

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Settings for the read APIs that imitate other products. */
export const frontDoorConfigFields = {
  FRONT_DOORS: commaList
    .refine((names) => names.every((name) => frontDoors.includes(name)), {
      message: `must be a list of ${frontDoors.join(', ')}, separated by commas; it may be empty`,
    })
    .default([...frontDoors])
    .describe(
      'Read APIs of other products to serve, separated by commas: tempo (under /tempo), jaeger (under /jaeger), zipkin (under /zipkin); the paths of other APIs return 404',
    ),
  FRONT_DOOR_TRACE_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(64 * MIB)
    .describe(
      "Maximum encoded size in bytes of a trace that these APIs return by its id; for a larger trace they return 422, and version 2 of Tempo's route returns a part of it",
    ),
  JAEGER_UI_DIR: z
    .string()
    .optional()
    .describe('Directory with the built pages of the Jaeger UI, which are served under /jaeger'),
  JAEGER_UI_CONFIG: z
    .string()
    .optional()
    .describe('File with the configuration of the Jaeger UI, a JSON object'),
  TRACEQL_MAX_SERIES: z.coerce
    .number()
    .int()
    .positive()
    .default(1000)
    .describe(
      'Maximum number of series in the answer to a TraceQL metrics query; above it, only the series with the largest sums are returned, with a message',
    ),
  ZIPKIN_AUTOCOMPLETE_KEYS: commaList
    .default([])
    .describe("Tags whose values Zipkin's search suggests, separated by commas"),
  ZIPKIN_STRICT_TRACE_ID: z
    .stringbool()
    .default(true)
    .describe(
      'true = a trace id in the Zipkin API matches exactly one trace; false = it matches all traces with the same last 16 digits, and joins them',
    ),
  ZIPKIN_LENS_DIR: z
    .string()
    .optional()
    .describe('Directory with the built pages of Zipkin (Lens), which are served under /zipkin'),
};

export function toFrontDoorSettings(config: Config<typeof frontDoorConfigFields>) {
  return {
    doors: config.FRONT_DOORS,
    traceLimitBytes: config.FRONT_DOOR_TRACE_LIMIT_BYTES,
    maxSeries: config.TRACEQL_MAX_SERIES,
    uiDir: config.JAEGER_UI_DIR || undefined,
    uiConfig: config.JAEGER_UI_CONFIG || undefined,
    hasStrictTraceIds: config.ZIPKIN_STRICT_TRACE_ID,
    autocompleteKeys: config.ZIPKIN_AUTOCOMPLETE_KEYS,
    lensDir: config.ZIPKIN_LENS_DIR || undefined,
  };
}
