import type * as OpenTelemetry from '@opentelemetry/api';
import { importPeer } from '../../../../io/index.js';
import type { ResolvedTracing } from '../../../tracing-options.js';

/** The start of a span. Its name is the operation and its target, if there is one. */
export interface SpanStart {
  readonly operation: string;
  readonly of?: string | undefined;
  /** Whether it waits for another program. */
  readonly isCall?: boolean;
  readonly attributes: OpenTelemetry.Attributes;
}

/** How something ended that is a failure without being thrown. */
export interface SpanFailure {
  /** One of a few fixed values: `error.type`. */
  readonly type: string;
  readonly message?: string | undefined;
}

/** A span of the agent loop, or what stands around the first one. */
export class LoopSpan {
  private constructor(
    readonly options: ResolvedTracing,
    private readonly api: typeof OpenTelemetry,
    private readonly tracer: OpenTelemetry.Tracer,
    private readonly context: OpenTelemetry.Context,
    private readonly span?: OpenTelemetry.Span,
  ) {}

  /**
   * @returns The parent of new spans: the caller's active span, if there is one.
   * @throws MissingPeerError where the peer is missing.
   */
  static async open(options: ResolvedTracing): Promise<LoopSpan> {
    const api = await importPeer('traces', '@opentelemetry/api', () => import('@opentelemetry/api'));
    return new LoopSpan(options, api, api.trace.getTracer('rstar2-agent'), api.context.active());
  }

  /** Runs something in a span of its own, which ends with it, once, however it ends. */
  async child<T>({ operation, of, isCall, attributes }: SpanStart, run: (span: LoopSpan) => Promise<T>): Promise<T> {
    const { api, tracer, options } = this;
    const name = of === undefined ? operation : `${operation} ${of}`;
    const kind = isCall === true ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes }, this.context);
    const context = api.trace.setSpan(this.context, span);
    const child = new LoopSpan(options, api, tracer, context, span);
    try {
      return await api.context.with(context, () => run(child));
    } catch (error) {
      child.fail(failureOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  set(attributes: OpenTelemetry.Attributes): void {
    this.span?.setAttributes(attributes);
  }

  /** Sets the content attributes if they were asked for; computes them only if the span is recorded. */
  setContent(content: () => OpenTelemetry.Attributes): void {
    if (this.options.content && this.span?.isRecording() === true) this.span.setAttributes(content());
  }

  /** Something that happened on the way. */
  event(name: string, attributes: OpenTelemetry.Attributes): void {
    this.span?.addEvent(name, attributes);
  }

  fail({ type, message }: SpanFailure): void {
    this.set({ 'error.type': type });
    this.span?.setStatus({ code: this.api.SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) });
  }
}

/** Runs something inside a span; without a trace, just runs it. */
export function inSpan<T>(
  parent: LoopSpan | undefined,
  start: (parent: LoopSpan) => SpanStart,
  run: (span: LoopSpan | undefined) => Promise<T>,
): Promise<T> {
  return parent === undefined ? run(undefined) : parent.child(start(parent), run);
}

/** The type of an error is its name; other thrown values have no type. */
function failureOf(error: unknown): SpanFailure {
  return error instanceof Error ? { type: error.name, message: error.message } : { type: '_OTHER' };
}
