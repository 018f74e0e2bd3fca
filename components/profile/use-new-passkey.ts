'use client';

import { useState } from 'react';
import { makePasskey, PasskeyClosed } from '#components/app-shell/passkey.ts';
import { useStepUp } from '#components/app-shell/step-up-context.ts';
import { useOperation } from '#components/forms/use-operation.ts';
import { call } from '#lib/api/client.ts';
import { agentName } from '#lib/profile/agent-name.ts';
import { profileKeys } from '#lib/profile/queries.ts';

/** Creates a passkey on this device, named after it. `closed`: the dialog was closed and nothing changed. */
export function useNewPasskey(onDone?: () => unknown) {
  const { withProof } = useStepUp();
  const [closed, setClosed] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const save = useOperation('POST /api/settings/profile/passkeys', {
    proof: 'when-asked',
    stale: [profileKeys.all()],
    ...(onDone && { onDone }),
  });
  const create = async () => {
    setClosed(false);
    setFailed(null);
    try {
      const options = await withProof(() => call('POST /api/settings/profile/passkeys/options', {}), {
        first: false,
      });
      const attestation = (await makePasskey(options)) as { id: string };
      await save.submit({ name: agentName(navigator.userAgent), attestation: { ...attestation } });
    } catch (thrown) {
      if (thrown instanceof PasskeyClosed) setClosed(true);
      else setFailed(thrown);
    }
  };
  return {
    create,
    busy: save.busy,
    closed,
    error: save.error ?? failed,
    passkey: save.answer,
  };
}
