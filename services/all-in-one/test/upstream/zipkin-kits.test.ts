import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../processes/running-spanhouse.js';
import { type KitOutcome, runZipkinKits } from './run-zipkin-kits.js';

const adminKey = 'the-admin-key-of-the-kits';

const noService = 'a span without a service has one by the name OTLPResourceNoServiceName';
const noMerge = 'a later version of a span replaces the earlier one, nothing is merged';
const alwaysSearched = 'a search cannot be switched off';

/** The number of tests in each kit, and the reasons for expected failures; see docs/front-doors.md. */
const kits: Readonly<
  Record<string, { readonly tests: number; readonly unlike: Readonly<Record<string, string>> }>
> = {
  AutocompleteTags: { tests: 2, unlike: {} },
  Dependencies: {
    tests: 24,
    unlike: {
      getDependencies_linksMixedTraceId: 'ids are compared whole with ZIPKIN_STRICT_TRACE_ID=true',
      unnamedEndpointsAreSkipped: noService,
    },
  },
  DependenciesHeavy: { tests: 1, unlike: {} },
  SearchEnabledFalse: {
    tests: 4,
    unlike: {
      getServiceNames_isEmpty: alwaysSearched,
      getSpanNames_isEmpty: alwaysSearched,
      getTraces_indexDataReturnsNothing: alwaysSearched,
    },
  },
  ServiceAndSpanNames: { tests: 13, unlike: { getLocalServiceNames_noServiceName: noService } },
  SpanStore: {
    tests: 28,
    unlike: {
      getTraces_absentWhenNoTimestamp: 'a span without a timestamp starts when it arrives',
      getTraces_lateDuration: noMerge,
      spanWithProblematicData: noMerge,
    },
  },
  SpanStoreHeavy: { tests: 2, unlike: {} },
  StrictTraceIdFalse: { tests: 5, unlike: {} },
  Traces: { tests: 6, unlike: {} },
};

describeWithBackend('the kits that Zipkin tests its storages with', 'ZIPKIN_KITS', (jars) => {
  let strict: RunningSpanhouse;
  let lenient: RunningSpanhouse;
  let outcomes: readonly KitOutcome[];

  beforeAll(async () => {
    const settings = { AUTH_MODE: 'keys', ADMIN_KEY: adminKey };
    const keys = { ZIPKIN_AUTOCOMPLETE_KEYS: 'http.host' };
    strict = await startSpanhouse(newDataDir(), { ...settings, ...keys });
    lenient = await startSpanhouse(newDataDir(), { ...settings, ZIPKIN_STRICT_TRACE_ID: 'false' });
    const doors = { url: strict.url, lenientUrl: lenient.url, adminKey };
    outcomes = await runZipkinKits({ jars, workDir: newDataDir() }, doors);
  });
  afterAll(() => Promise.all([strict?.stop(), lenient?.stop()]));

  it('are all executed', () => {
    const counts = Object.groupBy(outcomes, ({ kit }) => kit);

    expect(Object.keys(counts).sort()).toEqual(Object.keys(kits));
    for (const [kit, { tests }] of Object.entries(kits)) {
      expect([kit, counts[kit]?.length]).toEqual([kit, tests]);
    }
  });

  it.each(Object.entries(kits))('IT%s differs only as documented', (kit, { unlike }) => {
    const failed = outcomes.filter((outcome) => outcome.kit === kit && !outcome.holds);
    const unexpected = failed.filter(({ test }) => unlike[test] === undefined);
    const holding = Object.keys(unlike).filter((name) => !failed.some(({ test }) => test === name));

    expect({ unexpected, holding }).toEqual({ unexpected: [], holding: [] });
  });
});
