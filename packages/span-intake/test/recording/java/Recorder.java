import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.embeddings.EmbeddingCreateParams;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OpenAI's client in Java, instrumented by OpenTelemetry's agent. */
public class Recorder {
  private static final String HOST = "http://127.0.0.1:4011";
  private static final String MODEL = "gpt-4o-mini";
  private static final String SYSTEM = "You are a weather assistant.";
  private static final String GREETING = "Hello, who are you?";
  private static final String QUESTION = "What is the weather in Paris and Lyon?";

  private static final OpenAIClient client =
      OpenAIOkHttpClient.builder()
          .baseUrl(HOST + "/openai/v1")
          .apiKey("not-a-key")
          .maxRetries(0)
          .build();

  private static ChatCompletionCreateParams.Builder asked(String question) {
    return ChatCompletionCreateParams.builder()
        .model(MODEL)
        .addSystemMessage(SYSTEM)
        .addUserMessage(question);
  }

  private static void chat() {
    client.chat().completions().create(asked(GREETING).temperature(0.2).build());
  }

  private static void tools() {
    var parameters =
        FunctionParameters.builder()
            .putAdditionalProperty("type", JsonValue.from("object"))
            .putAdditionalProperty(
                "properties", JsonValue.from(Map.of("city", Map.of("type", "string"))))
            .putAdditionalProperty("required", JsonValue.from(List.of("city")))
            .build();
    var request =
        asked(QUESTION)
            .addFunctionTool(
                FunctionDefinition.builder()
                    .name("get_weather")
                    .description("Current weather of a city")
                    .parameters(parameters)
                    .build());
    ChatCompletionMessage message =
        client.chat().completions().create(request.build()).choices().get(0).message();
    request.addMessage(message);
    for (var call : message.toolCalls().orElseThrow()) {
      var function = call.asFunction();
      String arguments = function.function().arguments();
      int degrees = arguments.contains("Paris") ? 18 : 21;
      request.addMessage(
          ChatCompletionToolMessageParam.builder()
              .toolCallId(function.id())
              .content(arguments.replace("}", ", \"temperature\": " + degrees + "}"))
              .build());
    }
    client.chat().completions().create(request.build());
  }

  private static void embeddings() {
    client
        .embeddings()
        .create(
            EmbeddingCreateParams.builder()
                .model("text-embedding-3-small")
                .inputOfArrayOfStrings(List.of(QUESTION, GREETING))
                .build());
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Runnable> scenarios = new LinkedHashMap<>();
    scenarios.put("chat", Recorder::chat);
    scenarios.put("tools", Recorder::tools);
    scenarios.put("embeddings", Recorder::embeddings);
    scenarios.put("cache", Recorder::chat);
    int offset = 0;
    for (var scenario : scenarios.entrySet()) {
      String name = scenario.getKey();
      post(
          "/begin",
          """
          {"language": "java", "cell": "opentelemetry-agent", "scenario": "%1$s", "offset": %2$d,
           "versions": {%3$s}, "session": "session-%1$s", "user": "user-%1$s"}
          """
              .formatted(name, offset, System.getProperty("versions")));
      Span span = GlobalOpenTelemetry.getTracer("weather-bot").spanBuilder("POST /ask").startSpan();
      span.setAttribute("session.id", "session-" + name);
      span.setAttribute("user.id", "user-" + name);
      try (Scope ignored = span.makeCurrent()) {
        scenario.getValue().run();
      } finally {
        span.end();
      }
      Thread.sleep(2_000); // a program cannot flush the agent, which exports twice a second
      Matcher calls = Pattern.compile("\\d+").matcher(post("/end", "{}"));
      calls.find();
      offset += Integer.parseInt(calls.group());
      System.out.println("opentelemetry-agent/" + name);
    }
  }

  private static String post(String path, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(HOST + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
