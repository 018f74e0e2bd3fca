/** Hidden fields of next-auth's own form: its token against forged posts, and where to go afterwards. */
export function FormSecrets({ csrfToken, callbackUrl }: { csrfToken: string; callbackUrl: string }) {
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
}

/** Where the forms post: next-auth's address, not an endpoint of ours. */
export const SIGN_IN_ACTION = '/api/auth/callback/credentials';
