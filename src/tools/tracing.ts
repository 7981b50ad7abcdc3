import { type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';

/** Creates the spans of the service; without an exporter they cost almost nothing. */
export const tracer = trace.getTracer('farmctl');

/** Runs work in a child span of the current one and records its failure. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records the error type only: the message may contain stored data. */
function failSpan(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
