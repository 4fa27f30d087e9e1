import { fieldOfPath } from './field-of-path.js';

describe('fieldOfPath', () => {
  it.each([
    { path: ['attributes', 'ag', 'type'], place: { field: 'attributes', key: 'ag.type' } },
    { path: ['span_name'], place: { field: 'span_name' } },
    { path: ['scope', 'name'], place: { field: 'scope_name' } },
    {
      path: ['resource', 'attributes', 'service.name'],
      place: { field: 'resource.attributes', key: 'service.name' },
    },
    { path: ['resource', 'attributes', 'host', 'name'], place: undefined },
    { path: ['events', 0, 'name'], place: undefined },
    { path: ['attributes'], place: undefined },
    { path: ['end_time'], place: undefined },
  ])('finds $path', ({ path, place }) => {
    expect(fieldOfPath(path)).toEqual(place);
  });
});
