import { type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';

/** Makes the spans of the service; without an exporter they cost almost nothing and go nowhere. */
export const tracer = trace.getTracer('farmctl');

/** Does work inside a span that is a child of the present one, and notes how it failed. */
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

/** Notes the kind of an error; its message may hold what is stored, and stays here. */
function failSpan(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
