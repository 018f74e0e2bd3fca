/** Result of one attempt. `status` 0 means no response; times in ms. */
export type Answer = {
  status: number;
  responseTime: number;
  responseBody: string;
  responseHeaders: Record<string, string>;
  error: string | null;
};

/** One attempt in the history. `at` is simulated epoch ms. */
export type Delivery = Answer & {
  id: string;
  at: number;
  url: string;
  transactionId: string;
  event: string;
  webhookId: string | null;
  attempt: number;
  /** The callback's `infraction`, or null. */
  infraction: unknown;
  body(): unknown;
};

/** A callback to one destination; all attempts send the same raw body. */
export type Job = {
  webhookId: string | null;
  url: string;
  transactionId: string;
  event: string;
  /** The transaction's status at the event, for the rule that drops outdated callbacks. Null: unknown. */
  status: string | null;
  infraction: unknown;
  rawBody: string | null;
  attempt: number;
};

export type OwnershipState = {
  status: 'pending' | 'verified' | 'failed';
  detail: string | null;
  checkedAt: string | null;
};

export type Webhook = {
  id: string;
  url: string;
  active: boolean;
  events: string[];
  secret: string | null;
  createdAt: string;
  updatedAt: string;
  /** Null when registered without the ownership check (document 1). */
  ownership: OwnershipState | null;
};

/** Document 1's "failure": status 300 or above, or no response. */
export function isFailure(status: number): boolean {
  return status < 200 || status >= 300;
}

/** History records show a body that is not JSON as {"raw": text}. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { raw: text };
  }
}
