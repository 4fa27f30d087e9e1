import { render, screen } from '@testing-library/react';
import { Markdown } from './markdown.js';

/** Returns the class of each cell in the first row. */
function classesOf(text: string): readonly string[] {
  render(<Markdown text={text} />);
  return screen.getAllByRole('cell').map(({ className }) => className);
}

describe('Markdown', () => {
  it.each(['41.20', '1,204', '-3 %', '€ 12', '9 kW', '~5'])(
    'puts a column of numbers such as %s to the right',
    (number) => {
      expect(classesOf(`| Name | Sum |\n|---|---|\n| Flex | ${number} |`)).toEqual(['', 'num']);
    },
  );

  it.each(['12 months', '2026-05-01', '', 'v2', '1 of 3'])(
    'leaves a column with %j at the left',
    (text) => {
      expect(classesOf(`| Name | Term |\n|---|---|\n| Flex | ${text} |`)).toEqual(['', '']);
    },
  );

  it('keeps the alignment that a text specifies', () => {
    expect(classesOf('| Name | Sum |\n|--:|:--|\n| Flex | 41.20 |')).toEqual(['num', '']);
  });
});
