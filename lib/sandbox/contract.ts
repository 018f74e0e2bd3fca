import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Pasted } from '#lib/api/query-fields.ts';
import { ACCOUNT_KINDS } from '#lib/core/account-kinds.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { Cents, Instant } from '#lib/providers/records.ts';
import {
  ALL_OUTCOMES,
  BLOCKABLE,
  DELIVERY_FAULTS,
  DIALECTS,
  FAULT_KINDS,
  METHODS,
  SITUATIONS,
} from '#lib/sandbox/rules.ts';

const Name = (longest: number) => z.string().trim().min(1).max(longest).optional();
const Target = {
  transactionId: Pasted('id', 1, 128).optional(),
  clientReference: Pasted('reference', 1, 64).optional(),
  endToEndId: Pasted('endToEndId', 1, 64).optional(),
};
export type Named = { [K in keyof typeof Target]?: string | undefined };
const targets = ({ transactionId, clientReference, endToEndId }: Named): number =>
  [transactionId, clientReference, endToEndId].filter((name) => name !== undefined).length;
const TARGET_MISSING = {
  path: ['clientReference'],
  message: 'exactly one of transactionId, clientReference, endToEndId',
};

/** `remaining` null: until cleared. `path` null: every route. `ms`: delay. */
export const CallFault = z.object({
  id: z.string(),
  method: z.string().nullable(),
  path: z.string().nullable(),
  kind: z.string(),
  status: z.int().nullable(),
  errorCode: z.string().nullable(),
  ms: z.number().nullable(),
  /** Share of the calls that fail, 1 to 100. */
  percent: z.int().nullable(),
  remaining: z.int().nullable(),
  count: z.int().nullable(),
});
export type CallFault = z.infer<typeof CallFault>;

/** `until` is in the simulator's time; null together with `remaining`: until cleared. */
export const DeliveryFault = z.object({
  id: z.string(),
  url: z.string().nullable(),
  kind: z.string(),
  status: z.int().nullable(),
  failed: z.int(),
  remaining: z.int().nullable(),
  until: Instant.nullable(),
});
export type DeliveryFault = z.infer<typeof DeliveryFault>;

/** A charge that waits for its payment. `made`: created by a call, not by the simulator itself. */
export const SimulatorCharge = z.object({
  id: z.string(),
  made: z.boolean(),
  clientReference: pii.reference(z.string().nullable(), 'reveal'),
  virtualAccount: pii.reference(z.string().nullable(), 'reveal'),
  amount: Cents.nullable(),
  expiresAt: Instant.nullable(),
});
export type SimulatorCharge = z.infer<typeof SimulatorCharge>;

export const SimulatorLogEntry = z.object({
  at: Instant.nullable(),
  kind: z.string(),
  text: pii.text(z.string()),
  target: pii.reference(z.string().nullable(), 'reveal'),
});
export type SimulatorLogEntry = z.infer<typeof SimulatorLogEntry>;

/** An event the simulator will cause by itself; `act` is the simulator's name for it. */
export const SimulatorPlan = z.object({
  at: Instant,
  act: z.string(),
  target: pii.reference(z.string().nullable(), 'reveal'),
});
export type SimulatorPlan = z.infer<typeof SimulatorPlan>;

/** State of the Hub's simulator only. `queue`: waiting deliveries, in order. */
export const SimulatorHub = z.object({
  holderBlocked: z.boolean(),
  expired: z.boolean(),
  revoked: z.boolean(),
  blocksBalance: z.boolean(),
  blockedOperations: z.array(z.string()),
  callbackSecret: z.boolean().nullable(),
  queue: z.object({
    waiting: z.int(),
    first: z
      .object({
        event: z.string(),
        url: z.string().nullable(),
        attempts: z.int(),
        nextAt: Instant.nullable(),
      })
      .nullable(),
  }),
});
export type SimulatorHub = z.infer<typeof SimulatorHub>;

/** The simulator's state in Guichê's terms; null: the simulator does not report the value. */
export const SimulatorState = z.object({
  /** The simulator's API of this account. */
  kind: z.enum(ACCOUNT_KINDS),
  now: Instant.nullable(),
  /** 1 = real time, 0 = stopped. */
  speed: z.number().nullable(),
  seed: z.number().nullable(),
  transactions: z.int().nullable(),
  /** Base URL for the operator's own program. */
  baseUrl: z.string().nullable(),
  faults: z.array(CallFault),
  deliveryFaults: z.array(DeliveryFault),
  account: z.object({
    contract: z.enum(['signed', 'pending']).nullable(),
    locked: z.boolean().nullable(),
    /** Null: the answer had no list. */
    ips: z.array(z.string()).nullable(),
    scopes: z.array(z.string()).nullable(),
    dialect: z.string().nullable(),
  }),
  /** Null for other kinds of account. */
  hub: SimulatorHub.nullable(),
  pending: z.array(SimulatorCharge),
  upcoming: z.array(SimulatorPlan),
  log: z.array(SimulatorLogEntry),
});
export type SimulatorState = z.infer<typeof SimulatorState>;

const change = <B extends z.ZodType>(body: B) =>
  ({ permission: 'simulate', body, response: SimulatorState }) as const;

export const simulatorEndpoints = {
  'GET /simulator': { permission: 'simulate', response: SimulatorState },
  /** Settles a charge, or (Hub only) creates a deposit of `amount` cents without a charge. */
  'POST /simulator/pay': change(
    z
      .strictObject({
        ...Target,
        outcome: z.enum(ALL_OUTCOMES).default('paid'),
        amount: Cents.min(1).max(100_000_000).optional(),
        payerName: Name(80),
      })
      .refine((body) => body.amount !== undefined || targets(body) === 1, TARGET_MISSING)
      .refine((body) => body.amount === undefined || targets(body) === 0, {
        path: ['amount'],
        message: 'a charge has its own',
      }),
  ),
  'POST /simulator/dispute': change(
    z
      .strictObject({
        ...Target,
        hours: z.number().min(0.05).max(720).default(72),
        situation: z.enum(SITUATIONS).default('scam'),
      })
      .refine((body) => targets(body) === 1, TARGET_MISSING),
  ),
  'POST /simulator/fail-deliveries': change(
    z.strictObject({
      url: z.string().max(2048).optional(),
      kind: z.enum(DELIVERY_FAULTS).default('status'),
      status: z.int().min(300).max(599).optional(),
      count: z.int().min(1).max(100_000).optional(),
      /** Minutes of the simulator's time. Without it and `count`: until cleared. */
      forMinutes: z.number().positive().max(10_080).optional(),
    }),
  ),
  'POST /simulator/fault': change(
    z.strictObject({
      method: z.enum(METHODS).optional(),
      path: z.string().max(200).optional(),
      kind: z.enum(FAULT_KINDS),
      status: z.int().min(200).max(599).optional(),
      errorCode: z.string().max(40).optional(),
      retryAfterSeconds: z.int().min(0).max(3600).optional(),
      count: z.int().min(1).max(100_000).optional(),
      ms: z.int().min(0).max(60_000).optional(),
      percent: z.int().min(1).max(100).optional(),
      /** Fails every call until cleared. Without it and `count`: one call. */
      untilCleared: z.boolean().optional(),
    }),
  ),
  'POST /simulator/state': change(
    z.strictObject({
      contract: z.enum(['signed', 'pending']).optional(),
      locked: z.boolean().optional(),
      /** `self` stands for the address from which this call reaches the simulator. */
      ips: z.array(z.string().max(64)).max(20).optional(),
      scopes: z
        .array(z.string().regex(/^[A-Z_]{3,40}$/))
        .max(30)
        .optional(),
      dialect: z.enum(DIALECTS).optional(),
      // Hub only.
      holderBlocked: z.boolean().optional(),
      expired: z.boolean().optional(),
      revoked: z.boolean().optional(),
      blocksBalance: z.boolean().optional(),
      blockedOperations: z.array(z.enum(BLOCKABLE)).optional(),
      /** `null` removes the account's callback secret. */
      callbackSecret: z.null().optional(),
      /** Hub and card only: every access token issued so far is refused. */
      revokeTokens: z.literal(true).optional(),
    }),
  ),
  'POST /simulator/time': change(
    z.strictObject({
      speed: z.number().min(0).max(10_000).optional(),
      advanceMs: z.number().min(0).max(31_536_000_000).optional(),
    }),
  ),
  /** Clears one fault by its id; `all` clears everything and resets account and time. */
  'POST /simulator/clear': change(z.strictObject({ id: z.string().min(1).max(80) })),
} as const satisfies EndpointMap;
