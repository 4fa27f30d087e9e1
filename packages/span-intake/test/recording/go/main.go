// OpenAI's client in Go, with spans that the program itself creates according to the GenAI conventions:
// Go has no instrumentation that is published as a module.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

const (
	host     = "http://127.0.0.1:4011"
	model    = "gpt-4o-mini"
	system   = "You are a weather assistant."
	greeting = "Hello, who are you?"
	question = "What is the weather in Paris and Lyon?"
)

type object = map[string]any

// part is a part of a message in the GenAI conventions.
type part = object

type message struct {
	Role  string `json:"role"`
	Parts []part `json:"parts"`
}

func text(role, content string) message {
	return message{role, []part{{"type": "text", "content": content}}}
}

type program struct {
	client openai.Client
	tracer oteltrace.Tracer
}

// chat asks the model, and records the call as a span.
func (p program) chat(ctx context.Context, params openai.ChatCompletionNewParams, in []message) (openai.ChatCompletionMessage, message) {
	ctx, span := p.tracer.Start(ctx, "chat "+model)
	defer span.End()
	answer, err := p.client.Chat.Completions.New(ctx, params)
	check(err)
	choice := answer.Choices[0]
	out := message{"assistant", nil}
	if choice.Message.Content != "" {
		out.Parts = append(out.Parts, part{"type": "text", "content": choice.Message.Content})
	}
	for _, call := range choice.Message.ToolCalls {
		out.Parts = append(out.Parts, part{
			"type": "tool_call", "id": call.ID,
			"name": call.Function.Name, "arguments": json.RawMessage(call.Function.Arguments),
		})
	}
	span.SetAttributes(
		attribute.String("gen_ai.operation.name", "chat"),
		attribute.String("gen_ai.provider.name", "openai"),
		attribute.String("gen_ai.request.model", model),
		attribute.String("gen_ai.response.model", answer.Model),
		attribute.String("gen_ai.response.id", answer.ID),
		attribute.StringSlice("gen_ai.response.finish_reasons", []string{choice.FinishReason}),
		attribute.Int64("gen_ai.usage.input_tokens", answer.Usage.PromptTokens),
		attribute.Int64("gen_ai.usage.output_tokens", answer.Usage.CompletionTokens),
		attribute.Int64("gen_ai.usage.cache_read.input_tokens", answer.Usage.PromptTokensDetails.CachedTokens),
		attribute.String("gen_ai.input.messages", toJSON(in)),
		attribute.String("gen_ai.output.messages", toJSON([]message{out})),
	)
	return choice.Message, out
}

func (p program) greet(ctx context.Context) {
	p.chat(ctx, openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system), openai.UserMessage(greeting)},
	}, []message{text("system", system), text("user", greeting)})
}

func (p program) useTools(ctx context.Context) {
	city := object{"type": "object", "properties": object{"city": object{"type": "string"}}, "required": []string{"city"}}
	params := openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system), openai.UserMessage(question)},
		Tools: []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name: "get_weather", Description: openai.String("Current weather of a city"), Parameters: city,
		})},
	}
	in := []message{text("system", system), text("user", question)}
	answer, out := p.chat(ctx, params, in)
	params.Messages = append(params.Messages, answer.ToParam())
	in = append(in, out)
	for _, call := range answer.ToolCalls {
		result := p.getWeather(ctx, call.ID, call.Function.Arguments)
		params.Messages = append(params.Messages, openai.ToolMessage(result, call.ID))
		in = append(in, message{"tool", []part{{"type": "tool_call_response", "id": call.ID, "response": json.RawMessage(result)}}})
	}
	p.chat(ctx, params, in)
}

func (p program) getWeather(ctx context.Context, id, arguments string) string {
	_, span := p.tracer.Start(ctx, "execute_tool get_weather")
	defer span.End()
	degrees := 18
	if strings.Contains(arguments, "Lyon") {
		degrees = 21
	}
	result := strings.TrimSuffix(arguments, "}") + fmt.Sprintf(`, "temperature": %d}`, degrees)
	span.SetAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", "get_weather"),
		attribute.String("gen_ai.tool.call.id", id),
		attribute.String("gen_ai.tool.call.arguments", arguments),
		attribute.String("gen_ai.tool.call.result", result),
	)
	return result
}

func main() {
	ctx := context.Background()
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(host+"/v1/traces"), otlptracehttp.WithCompression(otlptracehttp.GzipCompression))
	check(err)
	provider := trace.NewTracerProvider(
		trace.WithBatcher(exporter),
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "weather-bot"))),
	)
	otel.SetTracerProvider(provider)
	p := program{
		client: openai.NewClient(option.WithBaseURL(host+"/openai/v1/"), option.WithAPIKey("not-a-key"), option.WithMaxRetries(0)),
		tracer: provider.Tracer("weather-bot"),
	}
	offset := 0
	for _, scenario := range []struct {
		name string
		run  func(context.Context)
	}{{"chat", p.greet}, {"tools", p.useTools}, {"cache", p.greet}} {
		session, user := "session-"+scenario.name, "user-"+scenario.name
		post("/begin", object{
			"language": "go", "cell": "opentelemetry", "scenario": scenario.name, "versions": versions(),
			"offset": offset, "session": session, "user": user,
		})
		ctx, span := p.tracer.Start(ctx, "POST /ask", oteltrace.WithAttributes(
			attribute.String("gen_ai.conversation.id", session), attribute.String("user.id", user)))
		scenario.run(ctx)
		span.End()
		check(provider.ForceFlush(ctx))
		offset += int(post("/end", object{})["calls"].(float64))
		fmt.Println("opentelemetry/" + scenario.name)
	}
}

// versions returns the modules that the program was built with.
func versions() object {
	found := object{}
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "go.opentelemetry.io/otel/sdk" || strings.HasPrefix(module.Path, "github.com/openai/") {
			found[module.Path] = strings.TrimPrefix(module.Version, "v")
		}
	}
	return found
}

func post(path string, value object) object {
	response, err := http.Post(host+path, "application/json", bytes.NewBufferString(toJSON(value)))
	check(err)
	defer response.Body.Close()
	answer := object{}
	check(json.NewDecoder(response.Body).Decode(&answer))
	return answer
}

func toJSON(value any) string {
	text, err := json.Marshal(value)
	check(err)
	return string(text)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
