import { client, lasting, named, serverOf, unnamed, useEdges } from './edges-under-test.js';
import { describeSpanMetrics } from './span-metrics-under-test.js';

describeSpanMetrics('SpanMetricsStore edges of peers that send no spans', (open) => {
  const edges = useEdges(open);

  it.each([
    [{ 'db.system': 'mysql', 'peer.service': 'p "é"', 'server.address': 'h' }, 'p "é"'],
    [{ db: { system: 'mysql' }, server: { address: 'h' }, 'peer.service': '' }, 'h'],
    [
      { 'db.name': 'n', 'network.peer.address': '10.0.0.1', 'network.peer.port': 5432 },
      '10.0.0.1:5432',
    ],
    [{ 'db.name': 'n', network: { peer: { address: '10.0.0.1', port: null } } }, '10.0.0.1'],
    [{ 'db.name': 'n', 'db.namespace': 's', 'network.peer.port': 5432 }, 's'],
    [{ 'db.name': 'n', 'db.namespace': ['s'], 'db.system': 'mysql' }, 'n'],
    [{ 'db.system.name': 'm', 'db.system': 'mysql', 'db.name': '' }, 'm'],
    [{ 'db.system': 7 }, '7'],
    [{ 'db.system': true }, 'true'],
  ])('are calls of the database that a client names: %j', async (attributes, name) => {
    const spans = [
      { ...client, attributes: { ...attributes, ...unnamed }, ...lasting(80) },
      serverOf(0, 'bank'),
    ];

    expect(await edges.of(spans)).toEqual([
      `client[0] shop>${name}>database 1 80`,
      `request[0] shop>${name}>database 1 0`,
      `server[0] shop>${name}>database 1 80`,
      'unpaired[0] >bank 1 0',
    ]);
  });

  it.each([
    [{ 'peer.service': 'p', 'db.system': 'mysql' }, 'p'],
    [{ 'db.system': 'mysql', 'db.system.name': 'm', 'db.name': { a: 1 } }, 'mysql'],
    [{ 'db.system.name': 'm', 'server.address': 'h' }, 'm'],
  ])('lead to what a producer names if nobody consumes: %j', async (attributes, name) => {
    const spans = [
      {
        ...client,
        span_kind: 'SPAN_KIND_PRODUCER',
        attributes: { ...attributes, ...unnamed },
        ...lasting(80),
      },
    ] as const;

    expect(await edges.of(spans)).toEqual([
      `client[0] shop>${name}>virtual_node 1 80`,
      `request[0] shop>${name}>virtual_node 1 0`,
      `server[0] shop>${name}>virtual_node 1 80`,
    ]);
  });

  it('lead from a user, or the peer it names, to a server without a parent', async () => {
    const root = { ...client, span_kind: 'SPAN_KIND_SERVER', ...lasting(900) } as const;
    const spans = [
      root,
      { ...root, attributes: { 'peer.service': 'phone', 'db.namespace': 'x', ...unnamed } },
    ];

    expect(await edges.of(spans)).toEqual([
      'request[0] phone>shop>virtual_node 1 0',
      'request[0] user>shop>virtual_node 1 0',
      'server[4] phone>shop>virtual_node 1 900',
      'server[4] user>shop>virtual_node 1 900',
    ]);
  });

  it('name no client of a server whose parent is missing', async () => {
    const attributes = { 'peer.service': 'phone', ...unnamed };

    expect(await edges.of([{ ...serverOf(7, 'bank'), attributes }])).toEqual([
      'unpaired[0] >bank 1 0',
    ]);
  });

  it('have the namespaces of both services if requested', async () => {
    const spans = [
      { ...client, resource: named('shop', 'front') },
      { ...serverOf(0, 'bank'), resource: named('bank', 'back "é"') },
      { ...client, attributes: { 'db.name': 'n', ...unnamed }, resource: named('shop', 'front') },
      { ...client, span_kind: 'SPAN_KIND_SERVER', resource: named('shop', 'front') },
    ] as const;

    const found = await edges.of(spans, { withNamespaces: true });

    expect(found.filter((text) => text.startsWith('request'))).toEqual([
      'request[0] shop>bank>>front>back "é" 1 0',
      'request[0] shop>n>database>front> 1 0',
      'request[0] user>shop>virtual_node>>front 1 0',
    ]);
  });
});
