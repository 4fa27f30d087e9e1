import { parseFilterText } from '../parse-filter-text.js';
import { describeCondition } from './describe-condition.js';

describe('describeCondition', () => {
  it.each([
    ['duration>5s', 'duration greater than 5 seconds'],
    ['duration:200ms..1s', 'duration at least 200 milliseconds and duration at most 1 seconds'],
    ['status:error', 'status is error'],
    ['type:llm,chat', 'type one of llm, chat'],
    ['name^=dr', 'name begins with dr'],
    ['-service:shop', 'not service is shop'],
    ['.customer.tier:premium', 'customer.tier is premium'],
    ['has(.x)', 'x exists'],
    ['timeout', 'contents contains timeout'],
    ['parent:none', 'parent is null'],
  ])('says %s as “%s”', (text, said) => {
    const filtering = parseFilterText(text);

    expect(filtering && describeCondition(filtering)).toBe(said);
  });
});
