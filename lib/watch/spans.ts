/** Words of closed sets and ids that Guichê made itself: never what a person typed, nor an address as it was asked. */
export type SpanFacts = { [name: string]: string | number };

export type OpenSpan = {
  traceId: string;
  /** A part of it. `at`: when it began (epoch ms), where that is over already. */
  open: (name: string, kind: 'internal' | 'client', facts: SpanFacts, at?: number) => OpenSpan;
  rename: (name: string) => void;
  end: (facts: SpanFacts, how?: { failed?: boolean; at?: number }) => void;
};

export type Spans = {
  /** Begins a trace, or goes on with the one that `traceparent` names. */
  begin: (name: string, kind: 'server' | 'client', facts: SpanFacts, from?: BeginFrom) => OpenSpan;
};
type BeginFrom = { traceparent?: string | undefined; at?: number };

// Set by the server script where OTEL_EXPORTER_OTLP_ENDPOINT is: nothing of OpenTelemetry is loaded otherwise.
const processState = globalThis as { __guicheSpans?: Spans };

export const spans = (): Spans | null => processState.__guicheSpans ?? null;

export function setSpans(given: Spans): void {
  processState.__guicheSpans = given;
}
