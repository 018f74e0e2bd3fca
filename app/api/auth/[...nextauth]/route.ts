export {
  authCall as DELETE,
  authCall as GET,
  authCall as PATCH,
  authCall as POST,
  authCall as PUT,
} from '#lib/session/server/auth-call.ts';
