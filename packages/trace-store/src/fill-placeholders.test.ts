import { fillPlaceholders } from './fill-placeholders.js';

const CREATE = (engine: string) =>
  `CREATE TABLE {{database}}.spans {{on_cluster}} (id UInt8) ENGINE = {{replicated}}${engine}\nORDER BY id`;

describe('fillPlaceholders', () => {
  it('leaves plain engines on a server without replicas', () => {
    const place = { database: 'spanhouse', isReplicated: false };

    expect(fillPlaceholders(CREATE('ReplacingMergeTree(received_at)'), place)).toBe(
      'CREATE TABLE spanhouse.spans  (id UInt8) ENGINE = ReplacingMergeTree(received_at)\nORDER BY id',
    );
    expect(fillPlaceholders(CREATE('AggregatingMergeTree'), place)).toContain(
      'ENGINE = AggregatingMergeTree\n',
    );
  });

  it('gives replicas of a shard one path, each its own name, before what the engine takes', () => {
    const place = { database: 'spanhouse_local', isReplicated: true };
    const path = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";

    expect(fillPlaceholders(CREATE('ReplacingMergeTree(received_at)'), place)).toContain(
      `ENGINE = ReplicatedReplacingMergeTree(${path}, received_at)\n`,
    );
    expect(fillPlaceholders(CREATE('AggregatingMergeTree'), place)).toContain(
      `ENGINE = ReplicatedAggregatingMergeTree(${path})\n`,
    );
  });
});
