import { defaultMaxMemoryBytes, toConfigXml } from './server-config.js';

const GIB = 1024 ** 3;

describe('toConfigXml', () => {
  it('escapes the characters of a path', () => {
    const xml = toConfigXml({
      dataDir: '/home/a & b/<data>',
      httpPort: 1,
      instanceId: 'x',
      maxMemoryBytes: GIB,
    });

    expect(xml).toContain('<path>/home/a &amp; b/&lt;data&gt;/</path>');
    expect(xml).toContain('<listen_host>127.0.0.1</listen_host>');
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
