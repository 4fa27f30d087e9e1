import { AppError } from '@spanhouse/service-runtime';
import type { Form } from '../open-form.js';
import { changeForm, type FormChange } from './change-form.js';

/** Creates a form that records calls to its parts. */
function formOf(name: string, steps: string[], { isDrained = true } = {}): Form {
  const step = (what: string) => () => {
    steps.push(`${name} ${what}`);
    return Promise.resolve();
  };
  const form = {
    http: () => undefined,
    endTails: step('ends tails'),
    consumer: { start: step('starts'), close: step('closes') },
    log: {
      offsets: {
        readEnds: () => Promise.resolve([4, 2]),
        waitFor: (target: ReadonlyMap<number, number>) => {
          steps.push(`${name} waits for ${[...target.values()]}`);
          return Promise.resolve(isDrained);
        },
      },
    },
  };
  return form as unknown as Form;
}

function world(changes: Partial<FormChange> = {}, isDrained = true) {
  const steps: string[] = [];
  const [from, to] = [formOf('old', steps, { isDrained }), formOf('new', steps)];
  const nameOf = (form: Form) => (form === from ? 'old' : 'new');
  const note = (text: string) => {
    steps.push(text);
    return Promise.resolve();
  };
  const change: FormChange = {
    from,
    to,
    held: {
      hold: () => note('hold').then(() => true),
      release: (app) => void note(`release ${app === from.http ? 'old' : 'new'}`),
    },
    grpc: { close: () => note('close grpc'), open: (form) => note(`open grpc ${nameOf(form)}`) },
    fence: { begin: () => note('fence'), end: () => note('unfence') },
    carry: () => note('carry'),
    record: () => void note('record'),
    fail: (error) => void note(`fail: ${(error as Error).message}`),
    ...changes,
  };
  return { steps, change };
}

describe('changeForm', () => {
  it('empties the old log before anything is copied, and records the change before a request is passed on', async () => {
    const { steps, change } = world();

    await changeForm(change);

    expect(steps).toEqual([
      'old waits for 4,2',
      'close grpc',
      'hold',
      'fence',
      'old waits for 4,2',
      'carry',
      'old closes',
      'record',
      'release new',
      'open grpc new',
      'old ends tails',
      'new starts',
    ]);
  });

  const failures: readonly (readonly [string, Partial<FormChange>])[] = [
    [
      'requests do not end',
      { held: { hold: () => Promise.resolve(false), release: () => undefined } },
    ],
    ['what is carried is refused', { carry: () => Promise.reject(new AppError('NO', 'no')) }],
  ];

  it.each(failures)('continues with the old form if %s', async (_title, changes) => {
    const released: unknown[] = [];
    const { steps, change } = world(changes);
    const held = { ...change.held, release: (app: unknown) => void released.push(app) };

    await expect(changeForm({ ...change, held })).rejects.toBeInstanceOf(AppError);

    expect(released).toEqual([change.from.http]);
    expect(steps).not.toContain('record');
    expect(steps.slice(-2)).toEqual(['unfence', 'open grpc old']);
  });

  it('releases requests although the log stays closed because Kafka does not answer', async () => {
    const released: unknown[] = [];
    const { change } = world({ carry: () => Promise.reject(new Error('no catalog')) });
    const held = { ...change.held, release: (app: unknown) => void released.push(app) };
    const fence = {
      begin: () => Promise.resolve(),
      end: () => Promise.reject(new Error('no Kafka')),
    };

    await expect(changeForm({ ...change, held, fence })).rejects.toThrow('no Kafka');

    expect(released).toEqual([change.from.http]);
  });

  it('holds nothing while the log has a backlog', async () => {
    const { steps, change } = world({}, false);

    await expect(changeForm(change)).rejects.toMatchObject({ code: 'PROMOTION_DELAYED' });

    expect(steps).toEqual(['old waits for 4,2']);
  });

  it('ends the process on a later fault that the old form cannot survive', async () => {
    const { steps, change } = world({
      record: () => {
        throw new Error('the disk is full');
      },
    });

    await changeForm(change);

    expect(steps.at(-1)).toBe('fail: the disk is full');
    expect(steps).not.toContain('release new');
  });
});
