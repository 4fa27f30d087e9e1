/** Yields the lines of a response that are not empty, as they arrive. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await text?.read()) ?? { done: true };
    const lines = (rest + value).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line !== '');
    if (done) {
      return;
    }
  }
}
