package spanhouse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import zipkin2.Call;
import zipkin2.DependencyLink;
import zipkin2.Span;
import zipkin2.codec.DependencyLinkBytesDecoder;
import zipkin2.codec.SpanBytesEncoder;
import zipkin2.internal.JsonCodec;
import zipkin2.internal.ReadBuffer;
import zipkin2.internal.V2SpanReader;
import zipkin2.storage.AutocompleteTags;
import zipkin2.storage.QueryRequest;
import zipkin2.storage.ServiceAndSpanNames;
import zipkin2.storage.SpanConsumer;
import zipkin2.storage.SpanStore;
import zipkin2.storage.StorageComponent;
import zipkin2.storage.Traces;

/** Stores spans in Spanhouse as a reporter does, and reads them as Lens does. */
final class DoorStorage extends StorageComponent
  implements SpanStore, SpanConsumer, Traces, ServiceAndSpanNames, AutocompleteTags {

  /** Chooses the Spanhouse installation that has the same settings as the storage. */
  static final class Builder extends StorageComponent.Builder {
    private String url = System.getProperty("spanhouse.url");

    @Override public Builder strictTraceId(boolean strictTraceId) {
      if (!strictTraceId) {
        url = System.getProperty("spanhouse.lenientUrl");
      }
      return this;
    }

    @Override public Builder searchEnabled(boolean searchEnabled) {
      return this;
    }

    @Override public Builder autocompleteKeys(List<String> keys) {
      return this;
    }

    @Override public DoorStorage build() {
      try {
        return new DoorStorage(url);
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      }
    }
  }

  private final String url;
  private Door door;

  private DoorStorage(String url) throws IOException {
    this.url = url;
    clear();
  }

  /** Starts a new project, which contains no spans. */
  void clear() throws IOException {
    door = Door.ofNewProject(url, System.getProperty("spanhouse.adminKey"));
  }

  @Override public Call<Void> accept(List<Span> spans) {
    return new DoorCall<>(() -> {
      door.post(SpanBytesEncoder.JSON_V2.encodeList(spans));
      return null;
    });
  }

  @Override public Call<List<List<Span>>> getTraces(QueryRequest request) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("serviceName", request.serviceName());
    query.put("remoteServiceName", request.remoteServiceName());
    query.put("spanName", request.spanName());
    query.put("annotationQuery", request.annotationQueryString());
    query.put("minDuration", textOf(request.minDuration()));
    query.put("maxDuration", textOf(request.maxDuration()));
    query.put("endTs", textOf(request.endTs()));
    query.put("lookback", textOf(request.lookback()));
    query.put("limit", textOf((long) request.limit()));
    query.values().removeIf(value -> value == null);
    return new DoorCall<>(() -> traces(door.get("/api/v2/traces", query)));
  }

  @Override public Call<List<Span>> getTrace(String traceId) {
    return new DoorCall<>(() -> {
      byte[] found = door.get("/api/v2/trace/" + traceId, Map.of());
      return found == null ? List.of() : listOf(DoorStorage::span, found);
    });
  }

  /** Reads a single trace from its own route, because the route for many traces refuses a single id. */
  @Override public Call<List<List<Span>>> getTraces(Iterable<String> traceIds) {
    Set<String> ids = new LinkedHashSet<>();
    traceIds.forEach(ids::add);
    Map<String, String> query = Map.of("traceIds", String.join(",", ids));
    return ids.size() > 1
      ? new DoorCall<>(() -> traces(door.get("/api/v2/traceMany", query)))
      : getTrace(ids.iterator().next()).map(trace -> trace.isEmpty() ? List.of() : List.of(trace));
  }

  @Override public Call<List<DependencyLink>> getDependencies(long endTs, long lookback) {
    if (endTs <= 0) {
      throw new IllegalArgumentException("endTs <= 0");
    }
    if (lookback <= 0) {
      throw new IllegalArgumentException("lookback <= 0");
    }
    Map<String, String> query = Map.of("endTs", textOf(endTs), "lookback", textOf(lookback));
    return new DoorCall<>(() ->
      DependencyLinkBytesDecoder.JSON_V1.decodeList(door.get("/api/v2/dependencies", query)));
  }

  @Override public Call<List<String>> getServiceNames() {
    return names("services", Map.of());
  }

  @Override public Call<List<String>> getSpanNames(String serviceName) {
    return names("spans", Map.of("serviceName", serviceName));
  }

  @Override public Call<List<String>> getRemoteServiceNames(String serviceName) {
    return names("remoteServices", Map.of("serviceName", serviceName));
  }

  @Override public Call<List<String>> getKeys() {
    return names("autocompleteKeys", Map.of());
  }

  @Override public Call<List<String>> getValues(String key) {
    return names("autocompleteValues", Map.of("key", key));
  }

  private Call<List<String>> names(String route, Map<String, String> query) {
    return new DoorCall<>(() ->
      listOf(JsonCodec.JsonReader::nextString, door.get("/api/v2/" + route, query)));
  }

  private static List<List<Span>> traces(byte[] answer) {
    return listOf(DoorStorage::trace, answer);
  }

  private static List<Span> trace(JsonCodec.JsonReader reader) throws IOException {
    List<Span> spans = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      spans.add(span(reader));
    }
    reader.endArray();
    return spans;
  }

  /** Reads a span without the tags that Spanhouse adds. */
  private static Span span(JsonCodec.JsonReader reader) throws IOException {
    Span shown = new V2SpanReader().fromJson(reader);
    Span.Builder sent = shown.toBuilder().clearTags();
    shown.tags().forEach((key, value) -> {
      if (!key.startsWith("ag.") && !key.startsWith("otel.status_")) {
        sent.putTag(key, value);
      }
    });
    return sent.build();
  }

  private static <T> List<T> listOf(JsonCodec.JsonReaderAdapter<T> element, byte[] answer) {
    List<T> elements = new ArrayList<>();
    JsonCodec.readList(element, ReadBuffer.wrap(answer), elements);
    return elements;
  }

  private static String textOf(Long number) {
    return number == null ? null : number.toString();
  }

  @Override public SpanStore spanStore() {
    return this;
  }

  @Override public SpanConsumer spanConsumer() {
    return this;
  }

  @Override public Traces traces() {
    return this;
  }

  @Override public ServiceAndSpanNames serviceAndSpanNames() {
    return this;
  }

  @Override public AutocompleteTags autocompleteTags() {
    return this;
  }
}
