import type { JsonObject } from '@spanhouse/span-schema';
import type { AttributedPart } from '@spanhouse/trace-store/reader';
import { useProject } from '../open-clickhouse.js';
import { everything } from '../selecting.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;

describeAnalytics('groupSpans by the structure of a part', (open) => {
  const { used, project } = useProject(open);

  it.each<[string, JsonObject, string]>([
    ['numbers', { a: -1.5e-7, b: 12, c: [1, 2] }, '{"a":0,"b":0,"c":[0,0]}'],
    [
      'strings',
      { a: '', b: '5,"b":[true]', c: [':', '\\', '\\"', '"'] },
      '{"a":"","b":"","c":["","","",""]}',
    ],
    [
      'booleans and null',
      { a: true, b: [false, null], c: null },
      '{"a":true,"b":[true,null],"c":null}',
    ],
    [
      'objects and lists',
      { a: {}, b: [], c: [{ d: [[]] }, {}] },
      '{"a":{},"b":[],"c":[{"d":[[]]},{}]}',
    ],
    [
      'any names',
      {
        '': 1,
        '"': 'x',
        '\\': { '\\"': 2, ':0': 'y' },
        'false 12': [{ '\u0001': 3 }],
        ä: 4,
        '\n': 5,
      },
      '{"":0,"\\"":"","\\\\":{"\\\\\\"":0,":0":""},"false 12":[{"\\u0001":0}],"ä":0,"\\n":0}',
    ],
  ])('returns %s', async (_what, attributes, expected) => {
    const ag = { data: { inputs: 'x' } };
    await project.send({ attributes: { ...attributes, ag }, resource: { attributes } });
    const grouping = { by: [], time: undefined, maxDurations: 0, limit: 10 };
    const read = async (structure: AttributedPart) => {
      const selection = everything(project.id);
      const groups = await used.analytics.groupSpans({ selection, structure, ...grouping }, signal);
      return groups?.map((group) => group.structure);
    };

    const whole = `${expected.slice(0, -1)},"ag":{"data":{"inputs":""},"type":{"trace":""`;
    expect(await read('resource')).toEqual([`{"attributes":${expected}}`]);
    expect(await read('attributes')).toEqual([expect.stringContaining(whole)]);
    expect(await read('links')).toEqual(['']);
  });
});
