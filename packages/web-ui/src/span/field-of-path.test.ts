import { fieldOfPath } from './field-of-path.js';

describe('fieldOfPath', () => {
  it.each([
    { path: ['attributes', 'ag', 'type'], fieldRef: { field: 'attributes', key: 'ag.type' } },
    { path: ['span_name'], fieldRef: { field: 'span_name' } },
    { path: ['scope', 'name'], fieldRef: { field: 'scope_name' } },
    {
      path: ['resource', 'attributes', 'service.name'],
      fieldRef: { field: 'resource.attributes', key: 'service.name' },
    },
    { path: ['resource', 'attributes', 'host', 'name'], fieldRef: undefined },
    { path: ['events', 0, 'name'], fieldRef: undefined },
    { path: ['attributes'], fieldRef: undefined },
    { path: ['end_time'], fieldRef: undefined },
  ])('finds $path', ({ path, fieldRef }) => {
    expect(fieldOfPath(path)).toEqual(fieldRef);
  });
});
