import { columnOfFieldRef, withColumn } from './add-column.js';

describe('columnOfFieldRef', () => {
  it.each([
    [{ field: 'span_name' }, 'name'],
    [{ field: 'attributes', key: 'customer.tier' }, '.customer.tier'],
    [{ field: 'resource.attributes', key: 'host.name' }, 'resource.host.name'],
    [{ field: 'scope.attributes', key: 'x' }, 'scope.x'],
    [{ field: 'parent_id' }, undefined],
    [{ field: 'scope_name' }, undefined],
  ])('names the column of %j', (fieldRef, id) => {
    expect(columnOfFieldRef(fieldRef)).toBe(id);
  });
});

describe('withColumn', () => {
  const columns = [{ id: 'start' }, { id: 'name', width: 220 }];

  it('adds a column at the end, and keeps the widths of the others', () => {
    expect(withColumn(columns, { field: 'attributes', key: 'a' })).toEqual([
      ...columns,
      { id: '.a' },
    ]);
  });

  it.each([{ field: 'span_name' }, { field: 'parent_id' }])('adds nothing for %j', (fieldRef) => {
    expect(withColumn(columns, fieldRef)).toBe(columns);
  });
});
