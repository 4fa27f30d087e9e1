import { setTimeout as delay } from 'node:timers/promises';
import type { Link } from '../network/network.js';
import type { NetworkState } from '../network/tcp-proxy.js';
import type { Fault } from '../schedule/draw-schedule.js';
import type { FaultName } from '../schedule/fault-kinds.js';
import type { Part, Role, System } from '../system/system.js';

/** Undoes a fault: starts what was ended, continues what was stopped. MAY resolve before the parts are ready. */
export type Undo = () => Promise<void>;

/** Within this time the consumers begin a block. */
const BLOCK_MS = 1500;

type Injection = (system: System, target: number) => Promise<Undo>;

const injections: Readonly<Record<FaultName, Injection>> = {
  'process-killed': one('process', killed),
  'process-stopped': one('process', stopped),
  'process-frozen': one('process', frozen),
  'process-killed-inserting': killedInserting('process'),
  'gateway-killed': one('gateway', killed),
  'gateway-stopped': one('gateway', stopped),
  'gateways-killed': every('gateway', killed),
  'consumer-killed': one('consumer', killed),
  'consumer-stopped': one('consumer', stopped),
  'consumer-frozen': one('consumer', frozen),
  'consumers-killed': every('consumer', killed),
  'consumers-killed-inserting': killedInserting('consumer'),
  'consumers-killed-uncommitted': killedUncommitted,
  'consumer-joined': joined,
  'query-killed': one('query', killed),
  'query-stopped': one('query', stopped),
  'clickhouse-killed': one('clickhouse', killed),
  'clickhouse-frozen': one('clickhouse', frozen),
  'clickhouse-too-many-parts': setting('parts_to_throw_insert'),
  'clickhouse-read-only': setting('table_readonly'),
  'broker-killed': (system, target) => brokers(system, [1 + (target % 2)], killed),
  'broker-stopped': (system, target) => brokers(system, [target % 3], stopped),
  'leader-killed': (system) => brokers(system, [0], killed),
  'broker-frozen': (system, target) => brokers(system, [target % 3], frozen),
  'two-brokers-killed': (system, target) => brokers(system, [target, target + 1], killed),
  'gateway-kafka-cut': link('gateway-kafka', 'cut'),
  'gateway-kafka-slow': link('gateway-kafka', 'slow'),
  'gateway-kafka-half-open': link('gateway-kafka', 'half-open'),
  'consumer-kafka-cut': link('consumer-kafka', 'cut'),
  'consumer-kafka-slow': link('consumer-kafka', 'slow'),
  'consumer-kafka-half-open': link('consumer-kafka', 'half-open'),
  'consumer-clickhouse-cut': link('consumer-clickhouse', 'cut'),
  'consumer-clickhouse-slow': link('consumer-clickhouse', 'slow'),
  'consumer-clickhouse-half-open': link('consumer-clickhouse', 'half-open'),
  'query-clickhouse-cut': link('query-clickhouse', 'cut'),
  'query-clickhouse-half-open': link('query-clickhouse', 'half-open'),
};

/** Injects a fault. Resolves once it has taken effect. */
export function injectFault(system: System, { name, target }: Fault): Promise<Undo> {
  return injections[name](system, target);
}

type Harm = (part: Part) => Promise<Undo>;

async function killed(part: Part): Promise<Undo> {
  await part.kill();
  return () => part.start();
}

async function stopped(part: Part): Promise<Undo> {
  await part.stop();
  return () => part.start();
}

function frozen(part: Part): Promise<Undo> {
  part.freeze();
  return Promise.resolve(() => Promise.resolve(part.thaw()));
}

function one(role: Role, harm: Harm): Injection {
  return (system, target) => harm(chosen(system.parts(role), target));
}

function every(role: Role, harm: Harm): Injection {
  return (system) => harmAll(system.parts(role), harm);
}

/** Harms brokers by their distance from the one that leads the first partition. */
async function brokers(system: System, distances: readonly number[], harm: Harm): Promise<Undo> {
  const leader = await system.leader();
  const all = system.parts('broker');
  return harmAll(
    distances.map((distance) => chosen(all, leader + distance)),
    harm,
  );
}

async function harmAll(parts: readonly Part[], harm: Harm): Promise<Undo> {
  const undos = await Promise.all(parts.map(harm));
  return async () => void (await Promise.all(undos.map((undo) => undo())));
}

function link(name: Link, state: NetworkState): Injection {
  return ({ network }) => {
    network.set(name, state);
    return Promise.resolve(() => Promise.resolve(network.set(name, 'sound')));
  };
}

async function joined(system: System): Promise<Undo> {
  const consumer = system.newConsumer();
  await consumer.start();
  return () => consumer.stop();
}

/** Sets a setting of the table of spans to 1, with which the server refuses every insert. */
function setting(name: 'parts_to_throw_insert' | 'table_readonly'): Injection {
  return async ({ stores }, target) => {
    const store = chosen(stores, target);
    await store.run(`ALTER TABLE {spans} MODIFY SETTING ${name} = 1`);
    return async () => void (await store.run(`ALTER TABLE {spans} RESET SETTING ${name}`));
  };
}

/** Kills between the record of a block and the end of its insert: no server answers inserts meanwhile. */
function killedInserting(role: Role): Injection {
  return async (system, target) => {
    const thaw = await every('clickhouse', frozen)(system, target);
    await delay(BLOCK_MS);
    const start = await every(role, killed)(system, target);
    await thaw();
    return start;
  };
}

/** Kills between the insert of a block and its commit: no broker answers commits meanwhile. */
async function killedUncommitted(system: System, target: number): Promise<Undo> {
  const connect = await link('consumer-kafka', 'half-open')(system, target);
  await delay(BLOCK_MS);
  const start = await every('consumer', killed)(system, target);
  await connect();
  return start;
}

function chosen<Item>(items: readonly Item[], target: number): Item {
  const item = items[target % items.length];
  if (item === undefined) {
    throw new Error('this form has no such part');
  }
  return item;
}
