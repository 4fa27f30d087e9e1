package spanhouse;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A client of Spanhouse's Zipkin API. It uses a separate project. */
final class Door {
  private static final HttpClient client = HttpClient.newHttpClient();
  private static final AtomicLong projects = new AtomicLong();
  private static final Pattern keyOfAccount = Pattern.compile("\"api_keys\":\\{\"key\":\"([^\"]+)\"");

  private final String url;
  private final String key;

  private Door(String url, String key) {
    this.url = url;
    this.key = key;
  }

  /** Creates an empty project. */
  static Door ofNewProject(String url, String adminKey) throws IOException {
    String email = "kit-" + projects.incrementAndGet() + "@example.com";
    String body = "{\"accounts\":{\"new\":{\"user\":{\"email\":\"" + email + "\"}}}}";
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/admin/simple/accounts/"))
      .header("authorization", "Access " + adminKey)
      .header("content-type", "application/json")
      .POST(BodyPublishers.ofString(body))
      .build();
    String answer = new String(requireOk(send(request)), StandardCharsets.UTF_8);
    Matcher found = keyOfAccount.matcher(answer);
    if (!found.find()) {
      throw new IOException("no key in " + answer);
    }
    return new Door(url, found.group(1));
  }

  /** Returns the body of the response, or null for a 404. */
  byte[] get(String path, Map<String, String> query) throws IOException {
    String text = query.entrySet().stream()
      .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
      .collect(Collectors.joining("&"));
    HttpResponse<byte[]> response = send(request(path + (text.isEmpty() ? "" : "?" + text)).build());
    return response.statusCode() == 404 ? null : requireOk(response);
  }

  /** Sends spans and waits until they are stored, because the tests read them immediately. */
  void post(byte[] spans) throws IOException {
    BodyPublisher body = BodyPublishers.ofByteArray(spans);
    HttpRequest sent = request("/api/v2/spans")
      .header("content-type", "application/json")
      .POST(body)
      .build();
    HttpResponse<byte[]> response = send(sent);
    requireOk(response);
    String receipt = response.headers().firstValue("x-ingest-receipt").orElseThrow();
    requireOk(send(request("/api/v2/trace/1")
      .header("x-consistent-with", receipt)
      .header("x-consistency-timeout-ms", "60000")
      .build()), 404);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + "/zipkin" + path))
      .header("authorization", "ApiKey " + key);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static HttpResponse<byte[]> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException interruption) {
      throw new IOException(interruption);
    }
  }

  private static byte[] requireOk(HttpResponse<byte[]> response, int... alsoOk) throws IOException {
    int status = response.statusCode();
    for (int ok : alsoOk) {
      if (status == ok) {
        return response.body();
      }
    }
    if (status / 100 != 2) {
      String text = new String(response.body(), StandardCharsets.UTF_8);
      throw new IOException(response.uri() + " answers " + status + ": " + text);
    }
    return response.body();
  }
}
