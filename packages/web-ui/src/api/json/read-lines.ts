/** Yields the non-empty lines of a response as they arrive. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await text?.read()) ?? { done: true };
    // The chunks of a long line are joined once, at the end of the line.
    const lines = value.split('\n');
    lines[0] = rest + lines[0];
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line !== '');
    if (done) {
      return;
    }
  }
}
