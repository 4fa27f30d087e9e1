import type { KnownSeries, ProjectSum, SpanMetric } from '@spanhouse/trace-store/writer';

/** The label value for spans whose label set is above the series limit. */
export const overflow = '__cardinality_overflow__';

/** The label sets of one project, keyed by a group of metrics that have the same labels. */
type ProjectSeries = Map<string, Set<string>>;

export interface SeriesLimitOptions {
  /** Maximum number of label sets per metric and project. */
  readonly maxSeries: number;
  /**
   * Maximum number of label sets in memory, over all projects. Label sets of the most recently used projects are kept.
   */
  readonly maxHeld: number;
  readonly read: (projectIds: readonly string[]) => Promise<readonly KnownSeries[]>;
}

/**
 * Limits the number of label sets per metric and project. Label sets that already have sums in the store are admitted
 * first.
 */
export class SeriesLimit {
  readonly #options: SeriesLimitOptions;
  readonly #projects = new Map<string, ProjectSeries>();
  #held = 0;

  constructor(options: SeriesLimitOptions) {
    this.#options = options;
  }

  /** Returns the sums, with overflow labels in place of every label set above the limit. */
  async limit(sums: readonly ProjectSum[]): Promise<readonly ProjectSum[]> {
    const projectIds = [...new Set(sums.map(({ project_id }) => project_id))];
    await this.#load(projectIds.filter((id) => !this.#projects.has(id)));
    const limited = sums.map((sum) => (this.#isAdmitted(sum) ? sum : overflowed(sum)));
    this.#forgetUnused(projectIds);
    return limited;
  }

  async #load(projectIds: readonly string[]): Promise<void> {
    for (const id of projectIds) {
      this.#projects.set(id, new Map());
    }
    const known = projectIds.length === 0 ? [] : await this.#options.read(projectIds);
    for (const series of known) {
      if (!series.labels.every((label) => label === overflow)) {
        this.#add(series);
      }
    }
  }

  #isAdmitted(sum: ProjectSum): boolean {
    const known = this.#setOf(sum);
    if (known.has(JSON.stringify(sum.labels))) {
      return true;
    }
    if (known.size >= this.#options.maxSeries) {
      return false;
    }
    this.#add(sum);
    return true;
  }

  #add({ project_id, metric, labels }: KnownSeries): void {
    const known = this.#setOf({ project_id, metric });
    const size = known.size;
    known.add(JSON.stringify(labels));
    this.#held += known.size - size;
  }

  #setOf({ project_id, metric }: Pick<KnownSeries, 'project_id' | 'metric'>): Set<string> {
    const series = this.#projects.get(project_id) ?? new Map<string, Set<string>>();
    this.#projects.set(project_id, series);
    const group = groupOf(metric);
    const known = series.get(group) ?? new Set();
    series.set(group, known);
    return known;
  }

  #forgetUnused(used: readonly string[]): void {
    for (const id of used) {
      const series = this.#projects.get(id);
      if (series !== undefined) {
        this.#projects.delete(id);
        this.#projects.set(id, series);
      }
    }
    for (const [id, series] of this.#projects) {
      if (this.#held <= this.#options.maxHeld) {
        break;
      }
      this.#projects.delete(id);
      this.#held -= [...series.values()].reduce((sum, { size }) => sum + size, 0);
    }
  }
}

function groupOf(metric: SpanMetric): string {
  return metric === 'calls' || metric === 'unpaired' ? metric : 'edge';
}

function overflowed(sum: ProjectSum): ProjectSum {
  return { ...sum, labels: sum.labels.map(() => overflow) };
}
