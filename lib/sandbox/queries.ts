import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallError, call } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { allOverview } from '#lib/overview/queries.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { allTransactions } from '#lib/transactions/queries.ts';

/** The simulator runs locally and its clock is fast, so a visible page polls often. */
const POLL_MS = 3000;

export const simulatorQuery = (account: string) =>
  queryOf(
    'GET /simulator',
    { account },
    {
      refetchInterval: ({ state }) => (state.error === null ? POLL_MS : false),
      refetchIntervalInBackground: false,
    },
  );

const disputableKey = (account: string) => ['simulator', account, 'disputable'] as const;

/** The newest paid deposits (Hub: paid charges), offered when a dispute is opened. */
export const disputableQuery = (account: string, kind: AccountKind) =>
  queryOptions({
    queryKey: disputableKey(account),
    queryFn: async ({ signal }) => {
      if (kind === 'hub') {
        const query = { status: 'PAID', limit: 10 };
        return (await call('GET /charges', { account, query, signal })).items;
      }
      const query = { type: 'DEPOSIT', status: 'COMPLETED', limit: 10 };
      return (await call('GET /transactions', { account, query, signal })).items;
    },
  });

type SimulatorChange = Extract<keyof Endpoints, `POST /simulator/${string}`>;
export type ChangeBody<K extends SimulatorChange> = InputOf<Endpoints[K], 'body'>;

/** One control of the simulator. It returns the new state; a second call while one is pending is ignored. */
export function useSimulatorChange<K extends SimulatorChange>(account: string, key: K) {
  const client = useQueryClient();
  const { mutate, ...mutation } = useMutation<SimulatorState, CallError, ChangeBody<K>>({
    mutationKey: ['simulator', account, key],
    mutationFn: (body) => call<SimulatorChange>(key, { account, body } as never) as Promise<SimulatorState>,
    onSuccess: (state) => settle(client, account, state),
  });
  /** The change that is sent but not answered yet; the page shows it as done. */
  const requested = (mutation.isPending ? mutation.variables : undefined) as ChangeBody<K> | undefined;
  return {
    ...mutation,
    requested,
    mutate: (body: ChangeBody<K>) => void (mutation.isPending || mutate(body)),
  };
}

/** Invalidates the account's queries, because a change of the simulator may affect any page. */
function settle(client: QueryClient, account: string, state: SimulatorState): Promise<void> {
  client.setQueryData(simulatorQuery(account).queryKey, state);
  client.removeQueries({ queryKey: allTransactions(account), type: 'inactive' });
  void client.invalidateQueries({ queryKey: disputableKey(account) });
  return client.invalidateQueries({ queryKey: allOverview(account) });
}
