import { allowedHostsConfigFields } from '@spanhouse/api-kit';
import {
  ConfigError,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { z } from 'zod';
import { type FrontDoor, frontDoorPathNames } from './paths/read-path.js';

const url = z.url({ protocol: /^https?$/, error: 'must be an address such as http://host:8080' });
const durationMs = z.coerce.number().int().min(1);
const frontDoors = Object.keys(frontDoorPathNames) as FrontDoor[];

export const proberConfigFields = {
  PROBE_WRITE_URL: url.describe(
    'Address that receives probes over HTTP: the gateway, or the proxy in front of it',
  ),
  PROBE_READ_URL: url
    .optional()
    .describe(
      'Address that is used to read probes: the query service, or the proxy in front of it; absent = PROBE_WRITE_URL',
    ),
  PROBE_OTLP_GRPC_URL: url
    .optional()
    .describe(
      'Address that receives probes over gRPC, such as http://host:4317; absent = no probes over gRPC',
    ),
  PROBE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe(
      'API key with edit_spans and view_spans of a separate project; absent = the system uses AUTH_MODE=open',
    ),
  PROBE_FRONT_DOORS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .refine((names) => names.every((name) => name in frontDoorPathNames), {
      message: `must be a list of ${frontDoors.join(', ')}, separated by commas; it may be empty`,
    })
    .transform((names) => names as FrontDoor[])
    .default(frontDoors)
    .describe(
      'Read APIs of other products to probe; use the value of FRONT_DOORS of the query service',
    ),
  PROBE_INTERVAL_MS: durationMs
    .min(1000)
    .default(30_000)
    .describe('Time between two probes; probes use the seven write paths in turn'),
  PROBE_TIMEOUT_MS: durationMs
    .default(10_000)
    .describe('Maximum time for one write or one read, including its answer'),
  PROBE_LATE_AFTER_MS: durationMs
    .default(15_000)
    .describe('Time from a write after which a probe that is not visible counts as late'),
  PROBE_MISSING_AFTER_MS: durationMs
    .default(300_000)
    .describe(
      'Time from a write after which a probe that is not visible counts as missing, and its search ends',
    ),
  ...httpConfigFields,
  ...allowedHostsConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

/** Throws a ConfigError unless the time limit for "late" is shorter than the one for "missing". */
export function requireOrder(config: {
  readonly PROBE_LATE_AFTER_MS: number;
  readonly PROBE_MISSING_AFTER_MS: number;
}): void {
  if (config.PROBE_LATE_AFTER_MS >= config.PROBE_MISSING_AFTER_MS) {
    throw new ConfigError(['PROBE_MISSING_AFTER_MS: must be above PROBE_LATE_AFTER_MS']);
  }
}
