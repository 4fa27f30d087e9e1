/** Yields the lines of a response that are not empty, as they arrive. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await text?.read()) ?? { done: true };
    // A long line is put together once, when it is read: not with each of its pieces.
    const lines = value.split('\n');
    lines[0] = rest + lines[0];
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line !== '');
    if (done) {
      return;
    }
  }
}
