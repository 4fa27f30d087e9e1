import type { Fault } from '../schedule/draw-schedule.js';
import type { FaultName } from '../schedule/fault-kinds.js';
import type { System } from '../system/system.js';
import { partitionAdded, recreated } from './change-topic.js';
import { full } from './fill-disk.js';
import { link } from './harm-network.js';
import {
  brokers,
  frozen,
  joined,
  killed,
  killedInserting,
  killedUncommitted,
  stopped,
} from './harm-processes.js';
import { every, type Injection, one, type Undo } from './injection.js';
import { setting } from './refuse-inserts.js';
import { clock } from './shift-clocks.js';
import { memoryTaken } from './take-memory.js';
import { littered, outpaced, poisoned } from './write-messages.js';

const injections: Readonly<Record<FaultName, Injection>> = {
  'process-killed': one('process', killed),
  'process-stopped': one('process', stopped),
  'process-frozen': one('process', frozen),
  'process-killed-inserting': killedInserting('process'),
  'process-clock-ahead': clock('process', 1),
  'process-clock-back': clock('process', -1),
  'gateway-killed': one('gateway', killed),
  'gateway-stopped': one('gateway', stopped),
  'gateways-killed': every('gateway', killed),
  'gateway-clock-ahead': clock('gateway', 1),
  'gateway-clock-back': clock('gateway', -1),
  'consumer-killed': one('consumer', killed),
  'consumer-stopped': one('consumer', stopped),
  'consumer-frozen': one('consumer', frozen),
  'consumers-killed': every('consumer', killed),
  'consumers-killed-inserting': killedInserting('consumer'),
  'consumers-killed-uncommitted': killedUncommitted,
  'consumer-joined': joined,
  'consumer-clock-ahead': clock('consumer', 1),
  'consumer-clock-back': clock('consumer', -1),
  'query-killed': one('query', killed),
  'query-stopped': one('query', stopped),
  'query-clock-ahead': clock('query', 1),
  'query-clock-back': clock('query', -1),
  'clickhouse-killed': one('clickhouse', killed),
  'clickhouse-stopped': one('clickhouse', stopped),
  'clickhouse-frozen': one('clickhouse', frozen),
  'clickhouse-too-many-parts': setting('parts_to_throw_insert'),
  'clickhouse-read-only': setting('table_readonly'),
  'clickhouse-out-of-memory': memoryTaken,
  'clickhouse-disk-full': full('clickhouse'),
  'log-disk-full': full('log'),
  'poison-row': poisoned,
  'garbage-message': littered,
  'newer-row-version': outpaced,
  'topic-recreated': recreated,
  'partition-added': partitionAdded,
  'broker-killed': brokers(follower, killed),
  'leader-killed': brokers(leader, killed),
  'broker-stopped': brokers(follower, stopped),
  'leader-stopped': brokers(leader, stopped),
  'broker-frozen': brokers((target) => [target % 3], frozen),
  'two-brokers-killed': brokers(two, killed),
  'two-brokers-stopped': brokers(two, stopped),
  'gateway-kafka-cut': link('gateway-kafka', 'cut'),
  'gateway-kafka-slow': link('gateway-kafka', 'slow'),
  'gateway-kafka-half-open': link('gateway-kafka', 'half-open'),
  'consumer-kafka-cut': link('consumer-kafka', 'cut'),
  'consumer-kafka-slow': link('consumer-kafka', 'slow'),
  'consumer-kafka-half-open': link('consumer-kafka', 'half-open'),
  'query-kafka-cut': link('query-kafka', 'cut'),
  'query-kafka-slow': link('query-kafka', 'slow'),
  'query-kafka-half-open': link('query-kafka', 'half-open'),
  'kafka-kafka-cut': link('kafka-kafka', 'cut'),
  'kafka-kafka-slow': link('kafka-kafka', 'slow'),
  'kafka-kafka-half-open': link('kafka-kafka', 'half-open'),
  'consumer-clickhouse-cut': link('consumer-clickhouse', 'cut'),
  'consumer-clickhouse-slow': link('consumer-clickhouse', 'slow'),
  'consumer-clickhouse-half-open': link('consumer-clickhouse', 'half-open'),
  'query-clickhouse-cut': link('query-clickhouse', 'cut'),
  'query-clickhouse-slow': link('query-clickhouse', 'slow'),
  'query-clickhouse-half-open': link('query-clickhouse', 'half-open'),
  'clickhouse-clickhouse-cut': link('clickhouse-clickhouse', 'cut'),
  'clickhouse-clickhouse-slow': link('clickhouse-clickhouse', 'slow'),
  'clickhouse-clickhouse-half-open': link('clickhouse-clickhouse', 'half-open'),
};

/** Injects a fault. Resolves once the fault has taken effect. */
export function injectFault(system: System, { name, target }: Fault): Promise<Undo> {
  return injections[name](system, target);
}

function leader(): readonly number[] {
  return [0];
}

function follower(target: number): readonly number[] {
  return [1 + (target % 2)];
}

function two(target: number): readonly number[] {
  return [target % 3, (target + 1) % 3];
}
