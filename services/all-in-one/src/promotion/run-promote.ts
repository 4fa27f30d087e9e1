import { resolve } from 'node:path';
import { systemClock as clock, createLogger } from '@spanhouse/service-runtime';
import { openPromotionBackends } from '../open-promotion-backends.js';
import { loadPromoteConfig, targetOf } from './promote-config.js';
import { confirm, promote, undo, verify } from './promotion-command.js';
import { openPromotionFiles } from './promotion-files.js';

/** The commands of `npm run promote`, keyed by option. */
const commands = { promote, verify, confirm, undo } as const;

export type PromoteCommand = keyof typeof commands;

/** Runs a command of `npm run promote`. Rejects with a ConfigError or an AppError, each with a message for the user. */
export async function runPromote(
  command: PromoteCommand,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const config = loadPromoteConfig(env);
  const files = openPromotionFiles(resolve(config.DATA_DIR));
  const logger = createLogger({ level: 'error', service: 'promote' });
  const backends = openPromotionBackends({ config, files, clock, logger, say });
  await commands[command]({ files, backends, target: targetOf(env), clock, say });
}
