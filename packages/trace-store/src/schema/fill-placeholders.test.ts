import { fillPlaceholders } from './fill-placeholders.js';

function CREATE(engine: string) {
  return `CREATE TABLE {{database}}.spans {{on_cluster}} (id UInt8) ENGINE = {{replicated}}${engine}\nORDER BY id`;
}

describe('fillPlaceholders', () => {
  it('keeps plain engines on a server without replicas', () => {
    const place = { database: 'spanhouse', isReplicated: false };

    expect(fillPlaceholders(CREATE('ReplacingMergeTree(received_at)'), place)).toBe(
      'CREATE TABLE spanhouse.spans  (id UInt8) ENGINE = ReplacingMergeTree(received_at)\nORDER BY id',
    );
    expect(fillPlaceholders(CREATE('AggregatingMergeTree'), place)).toContain(
      'ENGINE = AggregatingMergeTree\n',
    );
  });

  it('puts the common path and the name of a replica before the parameters of the engine', () => {
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
