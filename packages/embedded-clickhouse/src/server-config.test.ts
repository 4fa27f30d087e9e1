import { defaultMaxMemoryBytes, toConfigXml } from './start-embedded-clickhouse.js';

const GIB = 1024 ** 3;

describe('toConfigXml', () => {
  it('escapes the characters of a path', () => {
    const xml = toConfigXml({
      dataDir: '/home/a & b/<data>',
      access: { url: 'http://127.0.0.1:8123', user: 'spanhouse', password: 'secret' },
      grants: ['SELECT ON *.*'],
      instanceId: 'x',
      maxMemoryBytes: GIB,
    });

    expect(xml).toContain('<path>/home/a &amp; b/&lt;data&gt;/</path>');
    expect(xml).toContain('<listen_host>127.0.0.1</listen_host>');
    expect(xml).toContain('<http_port>8123</http_port>');
  });
});

describe('defaultMaxMemoryBytes', () => {
  it.each([
    [2, 1],
    [8, 2],
    [64, 3],
  ])('on a machine with %d GiB is %d GiB', (machineGib, expectedGib) => {
    expect(defaultMaxMemoryBytes(machineGib * GIB)).toBe(expectedGib * GIB);
  });
});
