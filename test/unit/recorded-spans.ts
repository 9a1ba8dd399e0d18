import { context as contexts, trace, TraceFlags } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeEach } from 'vitest';

/** Registers, for one file of tests, a provider whose spans end in memory; each test begins with none. */
export function recordSpans(...processors: SpanProcessor[]): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [...processors, new SimpleSpanProcessor(exporter)] }),
  );
  beforeEach(() => exporter.reset());
  afterAll(() => trace.disable());
  return exporter;
}

/** Those of one name. */
export const named = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name === name);

/** A step's own span, of which the trace knows the name alone. */
export function stepOf(digit: string) {
  return { traceId: '1'.repeat(32), spanId: digit.repeat(16), traceFlags: TraceFlags.SAMPLED };
}

/** Makes a span the active one, until `contexts.disable()`. */
export function within(step: () => ReturnType<typeof stepOf>): void {
  const around = contexts.active();
  contexts.setGlobalContextManager({
    active: () => trace.setSpanContext(around, step()),
    with: (_context, run, self, ...args) => run.apply(self as never, args),
    bind: (_context, target) => target,
    enable: () => undefined as never,
    disable: () => undefined as never,
  });
}
