import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';

const MIB = 1024 * 1024;

/** The dialects that are served below a base path of their own. */
const frontDoors = ['tempo', 'jaeger', 'zipkin'] as const;
export type FrontDoor = (typeof frontDoors)[number];

function isFrontDoor(name: string): name is FrontDoor {
  return (frontDoors as readonly string[]).includes(name);
}

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** The settings of the read APIs of other products. */
export const frontDoorConfigFields = {
  FRONT_DOORS: commaList
    .refine((names) => names.every(isFrontDoor), {
      message: `must be a list of ${frontDoors.join(', ')}, separated by commas; it may be empty`,
    })
    .transform((names) => names.filter(isFrontDoor))
    .default([...frontDoors])
    .describe(
      'Read APIs of other products that are served, separated by commas: tempo (under /tempo), jaeger (under /jaeger), zipkin (under /zipkin); the paths of the others are unknown',
    ),
  FRONT_DOOR_TRACE_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(64 * MIB)
    .describe(
      'Largest trace that these APIs return on its own, in bytes as it is encoded; a larger one is answered 422, and in part by v2 of Tempo',
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
      'Maximum series of an answer to a TraceQL metrics query; beyond it the series with the largest sums are returned, with a message',
    ),
  ZIPKIN_AUTOCOMPLETE_KEYS: commaList
    .default([])
    .describe('Tags whose values the search of Zipkin suggests, separated by commas'),
  ZIPKIN_STRICT_TRACE_ID: z
    .stringbool()
    .default(true)
    .describe(
      'Whether a trace id in the Zipkin API names one trace; `false` also finds and joins all traces with the same last 16 digits',
    ),
  ZIPKIN_LENS_DIR: z
    .string()
    .optional()
    .describe('Directory with the built pages of Zipkin (Lens), which are served under /zipkin'),
};

/** The settings of the open front doors. */
export type FrontDoorSettings = ReturnType<typeof toFrontDoorSettings>;

/** Converts the configuration to settings. */
export function toFrontDoorSettings(config: Config<typeof frontDoorConfigFields>) {
  return {
    doors: config.FRONT_DOORS,
    tempo: {
      traceLimitBytes: config.FRONT_DOOR_TRACE_LIMIT_BYTES,
      maxSeries: config.TRACEQL_MAX_SERIES,
    },
    jaeger: {
      traceLimitBytes: config.FRONT_DOOR_TRACE_LIMIT_BYTES,
      uiDir: config.JAEGER_UI_DIR || undefined,
      uiConfig: config.JAEGER_UI_CONFIG || undefined,
    },
    zipkin: {
      traceLimitBytes: config.FRONT_DOOR_TRACE_LIMIT_BYTES,
      hasStrictTraceIds: config.ZIPKIN_STRICT_TRACE_ID,
      autocompleteKeys: config.ZIPKIN_AUTOCOMPLETE_KEYS,
      lensDir: config.ZIPKIN_LENS_DIR === '' ? undefined : config.ZIPKIN_LENS_DIR,
    },
  };
}
