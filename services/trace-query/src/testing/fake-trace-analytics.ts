import type {
  ActorPage,
  ActorSelection,
  AttributeKey,
  AttributeRange,
  AttributeValue,
  BucketSelection,
  MetricBucket,
  MetricSpec,
  SumBucket,
  TraceAnalytics,
} from '@spanhouse/trace-store/reader';

type Selection = BucketSelection | ActorSelection | AttributeRange;

/** Answers what it was given, and keeps what it was asked. */
export class FakeTraceAnalytics implements TraceAnalytics {
  /** Of the next answers. */
  buckets: readonly MetricBucket[] = [];
  sums: readonly SumBucket[] = [];
  actors: ActorPage['actors'] = [];
  keys: readonly AttributeKey[] = [];
  values: readonly AttributeValue[] = [];
  /** Rejects every read while it is set. */
  failure: Error | undefined;
  readonly selections: Selection[] = [];
  specs: readonly MetricSpec[] = [];
  focus: 'trace' | 'span' | undefined;

  measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
  ): Promise<readonly MetricBucket[]> {
    this.specs = specs;
    return this.#answer(selection, this.buckets);
  }

  sumBuckets(selection: BucketSelection, focus: 'trace' | 'span'): Promise<readonly SumBucket[]> {
    this.focus = focus;
    return this.#answer(selection, this.sums);
  }

  /** In the order in which they were given, from the one behind `after` on. */
  listActors(selection: ActorSelection): Promise<ActorPage> {
    const { after, limit, withSummaries } = selection;
    const start = this.actors.findIndex(({ id }) => id === after?.id) + 1;
    const left = this.actors.slice(start).map((actor) => ({
      ...actor,
      summary: withSummaries ? actor.summary : undefined,
    }));
    const page = { actors: left.slice(0, limit), hasMore: left.length > limit };
    return this.#answer(selection, page);
  }

  listAttributeKeys(range: AttributeRange): Promise<readonly AttributeKey[]> {
    return this.#answer(range, this.keys);
  }

  listAttributeValues(range: AttributeRange): Promise<readonly AttributeValue[]> {
    return this.#answer(range, this.values);
  }

  measured(): TraceAnalytics {
    return this;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #answer<Answer>(selection: Selection, answer: Answer): Promise<Answer> {
    this.selections.push(selection);
    return this.failure === undefined ? Promise.resolve(answer) : Promise.reject(this.failure);
  }
}
