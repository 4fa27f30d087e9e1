/** Returns the width of a string in px. */
type Measure = (text: string) => number;

/**
 * Returns the string if it fits into a width. Otherwise, returns the longest prefix that fits when an ellipsis is
 * added.
 */
export function fitText(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) {
    return text;
  }
  const characters = [...text];
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(cutTo(characters, middle)) <= width) {
      fits = middle;
    } else {
      tooMany = middle;
    }
  }
  return cutTo(characters, fits);
}

function cutTo(characters: readonly string[], count: number): string {
  return `${characters.slice(0, count).join('').trimEnd()}…`;
}

/** Returns a function that measures strings at a font size of `px`. */
export function measureText(px: number): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) {
    return () => 0;
  }
  context.font = `${px}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context.measureText(text).width;
}
