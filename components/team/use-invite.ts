'use client';

import { useState } from 'react';
import type { ProofWay } from '#components/app-shell/step-up-context.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { type Link, teamKeys } from '#lib/team/queries.ts';
import { type Invited, inviteForm, useFaultLabels } from './team-forms.ts';

/** `kept` false: what a reload finds of the sheet's fields is not this form's. */
type Choices = { first?: Invited; proof?: ProofWay; kept?: false };

/** An invitation being written; `made`: the link of the one that was sent, which is shown once. */
export function useInvite(choices: Choices = {}) {
  const [made, setMade] = useState<{ email: string; link: Link } | null>(null);
  const form = useOperationForm('POST /api/settings/team', inviteForm, {
    ...choices,
    facts: null,
    words: useFaultLabels(),
    stale: [teamKeys.all()],
    onDone: ({ invitation }, { email }) => setMade({ email, link: invitation }),
  });
  return { form, made, close: () => setMade(null) };
}
export type Invite = ReturnType<typeof useInvite>;
