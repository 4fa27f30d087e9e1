import { insertStatement } from './insert-statement.js';

describe('insertStatement', () => {
  it('inserts the columns of a row and its log position', () => {
    const version = { rowSchemaVersion: 1 };
    expect(insertStatement({ ...version, isBeforeDeletes: false })).toMatchSnapshot();
    expect(insertStatement({ ...version, isBeforeDeletes: true })).toMatchSnapshot();
    const joined = { ...version, isBeforeDeletes: false, isJoined: true };
    expect(insertStatement(joined)).toMatchSnapshot();
  });
});
