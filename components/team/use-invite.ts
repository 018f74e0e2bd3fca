'use client';

import { useState } from 'react';
import type { ProofWay } from '#components/app-shell/step-up-context.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { type Link, teamKeys } from '#lib/team/queries.ts';
import { type Invited, inviteForm, useFaultLabels } from './team-forms.ts';

/** `kept` false: this form does not restore the sheet's draft after a reload. */
type Choices = { first?: Invited; proof?: ProofWay; kept?: false };

/** The form of an invitation. `sent`: the sent invitation with its link, which is shown once. */
export function useInvite(choices: Choices = {}) {
  const [sent, setSent] = useState<{ email: string; link: Link } | null>(null);
  const form = useOperationForm('POST /api/settings/team', inviteForm, {
    ...choices,
    facts: null,
    words: useFaultLabels(),
    stale: [teamKeys.all()],
    onDone: ({ invitation }, { email }) => setSent({ email, link: invitation }),
  });
  return { form, sent, close: () => setSent(null) };
}
export type Invite = ReturnType<typeof useInvite>;
