import { setTimeout as delay } from 'node:timers/promises';
import type { Part, Role, System } from '../system/system.js';
import { link } from './harm-network.js';
import { chosen, every, type Harm, harmAll, type Injection, type Undo } from './injection.js';

/** Maximum time to wait for the consumers to begin a block. */
const BLOCK_MS = 1500;

export async function killed(part: Part): Promise<Undo> {
  await part.kill();
  return () => part.start();
}

export async function stopped(part: Part): Promise<Undo> {
  await part.stop();
  return () => part.start();
}

export function frozen(part: Part): Promise<Undo> {
  part.freeze();
  return Promise.resolve(() => Promise.resolve(part.thaw()));
}

/** Applies `harm` to the brokers at the given distances from the leader of the first partition. */
export function brokers(distances: (target: number) => readonly number[], harm: Harm): Injection {
  return async (system, target) => {
    const leader = await system.leader();
    const all = system.parts('broker');
    return harmAll(
      distances(target).map((distance) => chosen(all, leader + distance)),
      harm,
    );
  };
}

export async function joined(system: System): Promise<Undo> {
  const consumer = await system.startConsumer();
  return () => consumer.stop();
}

/**
 * Freezes ClickHouse, so that blocks are recorded but cannot be inserted. Then kills all processes with the role, and
 * resumes ClickHouse.
 */
export function killedInserting(role: Role): Injection {
  return async (system, target) => {
    const thaw = await every('clickhouse', frozen)(system, target);
    await delay(BLOCK_MS);
    const start = await every(role, killed)(system, target);
    await thaw();
    return start;
  };
}

/**
 * Makes the consumers' connections to the brokers half-open, so that blocks are inserted but their offsets cannot be
 * committed. Then kills all consumers, and restores the connections.
 */
export async function killedUncommitted(system: System, target: number): Promise<Undo> {
  const connect = await link('consumer-kafka', 'half-open')(system, target);
  await delay(BLOCK_MS);
  const start = await every('consumer', killed)(system, target);
  await connect();
  return start;
}
