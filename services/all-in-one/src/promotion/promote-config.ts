import { type Config, loadConfig } from '@spanhouse/service-runtime';
import {
  clickhouseClusterConfigFields,
  clickhouseConfigFields,
  requireClusterServers,
} from '@spanhouse/trace-store/clickhouse-config';
import { allInOneConfigFields } from '../config.js';
import { targetFields } from './form-settings.js';

/** The settings of `npm run promote`: the source's data directory and the settings of the target's services. */
const promoteFields = {
  DATA_DIR: allInOneConfigFields.DATA_DIR,
  ...targetFields,
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
};

export type PromoteConfig = Config<typeof promoteFields>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Loads the settings of `npm run promote`. Throws a ConfigError that lists every problem. */
export function loadPromoteConfig(env: Environment): PromoteConfig {
  const config = loadConfig(promoteFields, env);
  requireClusterServers(config);
  return config;
}

/** Returns the environment variables for the target's log and catalog. */
export function targetOf(env: Environment): Readonly<Record<string, string>> {
  const names = Object.keys(targetFields);
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** Returns true if two targets have the same log and catalog. */
export function isSameTarget(left: Environment, right: Environment): boolean {
  const names = ['KAFKA_BROKERS', 'KAFKA_TOPIC', 'KAFKA_GROUP_ID', 'CATALOG_URL'] as const;
  return names.every((name) => left[name] === right[name]);
}
