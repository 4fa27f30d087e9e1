import { fillPlaceholders } from './fill-placeholders.js';

function CREATE(engine: string) {
  return `CREATE TABLE {{database}}.spans {{on_cluster}} (id UInt8) ENGINE = {{replicated}}${engine}\nORDER BY id`;
}

describe('fillPlaceholders', () => {
  it('keeps plain engines on a server without replicas', () => {
    const placeholders = { database: 'spanhouse', isReplicated: false };

    expect(fillPlaceholders(CREATE('ReplacingMergeTree(received_at)'), placeholders)).toBe(
      'CREATE TABLE spanhouse.spans  (id UInt8) ENGINE = ReplacingMergeTree(received_at)\nORDER BY id',
    );
    expect(fillPlaceholders(CREATE('AggregatingMergeTree'), placeholders)).toContain(
      'ENGINE = AggregatingMergeTree\n',
    );
  });

  it('puts the common path and the name of a replica before the parameters of the engine', () => {
    const placeholders = { database: 'spanhouse_local', isReplicated: true };
    const path = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";

    expect(fillPlaceholders(CREATE('ReplacingMergeTree(received_at)'), placeholders)).toContain(
      `ENGINE = ReplicatedReplacingMergeTree(${path}, received_at)\n`,
    );
    expect(fillPlaceholders(CREATE('AggregatingMergeTree'), placeholders)).toContain(
      `ENGINE = ReplicatedAggregatingMergeTree(${path})\n`,
    );
  });

  it('writes names into the path of a table that is renamed later', () => {
    const statement = CREATE('MergeTree').replace('{{replicated}}', '{{replicated spans_2}}');

    expect(
      fillPlaceholders(statement, { database: 'spanhouse_local', isReplicated: true }),
    ).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/spanhouse_local/spans_2', '{replica}')\n",
    );
    expect(fillPlaceholders(statement, { database: 'spanhouse', isReplicated: false })).toContain(
      'ENGINE = MergeTree\n',
    );
  });
});
