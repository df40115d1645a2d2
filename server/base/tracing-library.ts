import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { log } from "./log.ts";

export type About = {
  name: string;
  kind?: keyof typeof SpanKind;
  /** W3C traceparent of what it follows from. Absent: the open span. */
  parent?: string | null | undefined;
  attributes?: Attributes;
  startedAt?: number;
};

/** What is known of traces once this is loaded. */
export type Library = { start: (about: About) => Span; stop: () => Promise<void> };

/** So many spans wait for a collector; more are dropped. */
const maxQueueSize = 2048;
const exportMs = 3000;
const stopMs = 2000;
const complaintMs = 60_000;

const shape = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** What a traceparent names; of a malformed one nothing, so that a trace begins. */
function contextOf(parent: string | null | undefined): Context {
  const [, traceId = "", spanId = "", flags = "0"] = shape.exec(parent ?? "") ?? [];
  const named = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(named) ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT;
}

/** A collector that is away is told of once a minute; nothing else waits for it. */
function complain(): void {
  let complainedAt = 0;
  const warn = (message: string) => {
    if (Date.now() - complainedAt < complaintMs) return;
    complainedAt = Date.now();
    log.warn({ cause: message.slice(0, 300) }, "traces could not be sent to the collector");
  };
  const quiet = () => undefined;
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
}

/** The OpenTelemetry packages, loaded only where a collector is named. Headers for it come from OTEL_EXPORTER_OTLP_HEADERS. */
export function openLibrary({ endpoint, service }: { endpoint: string; service: string }): Library {
  complain();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportMs });
  const scheduled = { maxQueueSize, scheduledDelayMillis: 1000, exportTimeoutMillis: exportMs };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...scheduled })],
  });
  const tracer = provider.getTracer("parley");
  return {
    start: ({ name, kind = "INTERNAL", parent, attributes = {}, startedAt }) => {
      const options = {
        kind: SpanKind[kind],
        attributes,
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
      };
      return tracer.startSpan(name, options, contextOf(parent));
    },
    stop: () =>
      Promise.race([
        provider.shutdown(),
        new Promise<void>((resolve) => {
          setTimeout(resolve, stopMs).unref();
        }),
      ]),
  };
}
